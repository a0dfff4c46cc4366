import { spawn } from 'node:child_process';
import { errorCode } from '../util/error-code.js';

export interface GitQuestion {
  /** Absolute. */
  readonly folder: string;
  readonly words: readonly string[];
  /** Look for a repository in the folder itself only, not in those around it. */
  readonly here?: boolean;
  readonly signal?: AbortSignal | undefined;
}

export type GitAnswer =
  | { readonly kind: 'exited'; readonly code: number | null; readonly output: Buffer; readonly complaint: string }
  | { readonly kind: 'not-run'; readonly why: string };

/**
 * The project may be anyone's, so nothing in its configuration may run: git would start the program named by
 * `core.fsmonitor`, or fetch what a partial clone lacks through `core.sshCommand`.
 */
const harmless = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'safe.bareRepository=explicit'];
const harmlessEnvironment = {
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: '',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
};

/**
 * A hook or `git rebase --exec` that runs subplan sets GIT_DIR, GIT_INDEX_FILE and the like, which would make git answer
 * for another repository. What says where git and its configuration are installed may stay.
 */
const kept = /^GIT_(?:EXEC_PATH|CEILING_DIRECTORIES|CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM))$/;

const environment = ({ folder, here }: GitQuestion): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name) || kept.test(name))),
  ...harmlessEnvironment,
  ...(here ? { GIT_CEILING_DIRECTORIES: folder.slice(0, folder.lastIndexOf('/')) || '/' } : {}),
});

export const askGit = (question: GitQuestion): Promise<GitAnswer> =>
  new Promise((resolve, reject) => {
    const { folder, words, signal } = question;
    const output: Buffer[] = [];
    const complaint: Buffer[] = [];
    const child = spawn('git', [...harmless, ...words], {
      cwd: folder,
      env: environment(question),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      signal,
    });
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => complaint.push(chunk));
    child.on('error', (error) => {
      if (signal?.aborted) return reject(signal.reason);
      const code = errorCode(error);
      resolve({ kind: 'not-run', why: code === 'ENOENT' ? 'git is not installed' : `git could not be run: ${code}` });
    });
    child.on('close', (code) =>
      resolve({
        kind: 'exited',
        code,
        output: Buffer.concat(output),
        complaint: Buffer.concat(complaint).toString('utf8').trim(),
      }),
    );
  });
