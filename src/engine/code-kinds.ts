import type { ExecuteSettings } from '../options/resolve-execute.js';

/** Options whose value is code. */
type CodeName = 'task' | 'rollUp' | 'sampling.accept' | 'sampling.repair' | 'sampling.select' | 'score';

/** A function is gone with its process, a command may leave others behind. */
export type CodeKind = 'module' | 'command' | 'function';

/** What kind of code a run was started with, by the option that has it. */
export type CodeKinds = { readonly [Name in CodeName]?: CodeKind };

/** `score`: of an experiment. */
export const codeKinds = ({ task, rollUp, sampling }: ExecuteSettings, score: CodeKind | undefined): CodeKinds => ({
  task: task.kind,
  ...(rollUp ? { rollUp: rollUp.kind } : {}),
  ...(sampling?.accept ? { 'sampling.accept': sampling.accept.kind } : {}),
  ...(sampling?.repair ? { 'sampling.repair': sampling.repair.kind } : {}),
  ...(typeof sampling?.select === 'function' ? { 'sampling.select': 'function' } : {}),
  ...(score ? { score } : {}),
});
