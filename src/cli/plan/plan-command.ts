import { explainBranch } from '../../report/explain-branch.js';
import { drawBranchExplanation } from '../../report/explain-branch-view.js';
import { drawFilesExplanation } from '../../report/explain-files-view.js';
import { explainLeaf } from '../../report/explain-leaf.js';
import { drawLeafExplanation } from '../../report/explain-leaf-view.js';
import type { Fact } from '../../report/facts.js';
import { planMarkdown } from '../../report/markdown.js';
import { planText } from '../../report/plan-json.js';
import { drawPlan } from '../../report/plan-page.js';
import { visible, visibleJson } from '../../report/visible.js';
import { exitCodes } from '../exit-codes.js';
import { flagWords } from '../flag-words.js';
import type { Interruption } from '../interruption.js';
import { makePlan } from '../make-plan.js';
import { nothingToDo } from '../nothing-to-do.js';
import { checkOutputs, writeOutput } from '../outputs.js';
import { mistypedVariables } from '../settings/mistyped-variables.js';
import type { Given } from '../settings/settings.js';
import { sourceText } from '../settings/source.js';
import { planViewFlags } from '../settings/view-flags.js';
import { type PlanViewSettings, readViewSettings } from '../settings/view-settings.js';
import { type Terminal, terminalOf } from '../terminal.js';
import type { Plan, World } from '../world.js';
import { write } from '../write.js';
import { findMeant } from './find-subplan.js';
import { hintsFor } from './hints.js';
import { type PlanSource, planSource } from './plan-source.js';

const formats: Readonly<Record<string, (plan: Plan) => string | Promise<string>>> = {
  '.json': (plan) => planText({ ...plan.toJSON() }),
  '.md': (plan) => planMarkdown(plan, flagWords),
  // Loaded when asked for: few ask, and its parts are large.
  '.gexf': async (plan) => (await import('../../report/plan-gexf.js')).planGexf(plan),
};

export interface PlanArguments {
  readonly folder: string | undefined;
  readonly given: Given;
  readonly interruption: Interruption;
}

/** `subplan plan`: makes or reads a plan, writes it where asked, and shows it. Returns the exit code. */
export const planCommand = async ({ folder, given, interruption }: PlanArguments, world: World): Promise<number> => {
  const { env, cwd, stdout, stderr, now } = world;
  const view = readViewSettings(planViewFlags, given, env);
  const outputs = checkOutputs(view.output, cwd, formats);
  const source = await planSource({ folder, given, view }, world);
  if (!view.quiet) for (const warning of mistypedVariables(env)) await write(stderr, `subplan: ${visible(warning)}\n`);
  const started = now();
  const plan = await makePlan({ source, view, interruption }, world);
  const tookMs = now() - started;
  for (const output of outputs) {
    await writeOutput(output, await output.format(plan));
    if (!view.quiet) await write(stderr, `wrote ${visible(output.name)}\n`);
  }
  const terminal = terminalOf(stdout, env, view);
  const shown = { plan, source, view, terminal, tookMs };
  if (plan.leaves.length > 0 || view.json) await write(stdout, textOf(shown));
  if (plan.leaves.length > 0) return exitCodes.ok;
  await write(stderr, nothingToDo(plan, source.name, terminal.paint));
  return exitCodes.nothingToDo;
};

interface Shown {
  readonly plan: Plan;
  readonly source: PlanSource;
  readonly view: PlanViewSettings;
  readonly terminal: Terminal;
  readonly tookMs: number;
}

const textOf = (shown: Shown): string => {
  const { plan, source, view, terminal } = shown;
  if (view.explain !== undefined) return explanation(shown, view.explain);
  if (view.json) return planText({ ...plan.toJSON() });
  if (view.quiet && view.output.length > 0) return '';
  return asText(
    drawPlan(plan, {
      name: source.name,
      ...terminal,
      verbose: view.verbose,
      words: flagWords,
      quiet: view.quiet,
      leftOut: view.leftOut || (view.all && !view.quiet),
      facts: view.verbose ? verboseFacts(shown) : [],
      hints: hintsFor({ plan, isPlanFile: source.kind === 'plan' }),
    }),
  );
};

const explanation = ({ plan, source, view, terminal }: Shown, query: string): string => {
  const found = findMeant(plan, { query, root: source.kind === 'folder' ? source.root : undefined });
  const page = {
    columns: terminal.columns,
    most: view.all ? undefined : 10,
    bounds: plan.bounds,
    paint: terminal.paint,
  };
  if (found.files) return view.json ? jsonText(found.files) : asText(drawFilesExplanation(found.files, page));
  const { subplan } = found;
  if (subplan.kind === 'leaf') {
    const explained = explainLeaf(plan, subplan);
    return view.json ? jsonText(explained) : asText(drawLeafExplanation(explained, page));
  }
  const explained = explainBranch(plan, subplan);
  return view.json ? jsonText(explained) : asText(drawBranchExplanation(explained, page));
};

const jsonText = (value: unknown): string => `${visibleJson(JSON.stringify(value, null, 2))}\n`;

const asText = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

const verboseFacts = ({ source, tookMs }: Shown): Fact[] => {
  const sources = source.kind === 'folder' ? [...source.sources] : [];
  const settings = sources.map(([option, from]) => `${option} from ${visible(sourceText(option, from))}`);
  return [
    ['settings', settings.length === 0 ? 'all by default' : settings.join(', ')],
    ['time', `${(tookMs / 1000).toFixed(2)} s`],
  ];
};
