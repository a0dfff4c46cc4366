import { resolve } from 'node:path';
import { SubplanFailure } from '../../domain/failure.js';
import { option, say } from '../../domain/message.js';
import { askGit } from '../../scan/ask-git.js';

/** The commit that a name stands for in a repository. */
export const commitOf = async (repository: string, ref: string): Promise<string> => {
  const answer = await askGit({
    folder: repository,
    words: ['rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`],
  });
  if (answer.kind === 'exited' && answer.code === 0) return answer.output.toString('utf8').trim();
  throw new SubplanFailure({
    code: 'invalid-options',
    message: 'the trials cannot get folders of their own',
    nextStep: say`Name a git repository and a commit of it, or use ${option('isolation', 'copy')}. Nothing was run.`,
    problems: [
      {
        subject: option('isolation', 'worktree'),
        expected: `a git repository that has ${JSON.stringify(ref)}`,
        received: `${resolve(repository)} (${answer.kind === 'exited' ? answer.complaint || 'no such commit' : answer.why})`,
      },
    ],
  });
};

/** Makes worktrees one after the other: git locks its own files, and two at once may fail. */
export class Worktrees {
  readonly #repository: string;
  #last: Promise<unknown> = Promise.resolve();

  constructor(repository: string) {
    this.#repository = repository;
  }

  add(folder: string, commit: string): Promise<void> {
    return this.#inTurn(async () => {
      await this.#git(['worktree', 'add', '--quiet', '--detach', folder, commit]);
    });
  }

  /**
   * Has the repository forget a worktree whose folder is gone. Only that one: `prune` would take away those of the user
   * that stand on a disk which is not there now.
   */
  forget(folder: string): Promise<void> {
    // It may never have been added.
    return this.#inTurn(() => this.#git(['worktree', 'remove', '--force', '--force', folder]).catch(() => {}));
  }

  async #git(words: readonly string[]): Promise<void> {
    const answer = await askGit({ folder: this.#repository, words });
    if (answer.kind === 'exited' && answer.code === 0) return;
    throw new Error(`git ${words.slice(0, 2).join(' ')}: ${answer.kind === 'exited' ? answer.complaint : answer.why}`);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work);
    this.#last = turn.catch(() => {});
    return turn;
  }
}
