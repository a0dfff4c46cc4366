import { parentPort } from 'node:worker_threads';
import { exited, failureOf } from '../failures.js';
import { current } from './attempt.js';

/** Unwinds the code that called process.exit. */
class ExitCalled extends Error {
  override readonly name = 'ExitCalled';
}

/**
 * Catches what would end the thread and everything else on it, and gives it to the attempt whose code did it. What comes
 * from an attempt that has ended, or from none, is only told.
 */
export const installGuards = (warn: (message: string) => void): void => {
  const onThrown = (thrown: unknown, code: 'uncaught-error' | 'unhandled-rejection'): void => {
    if (thrown instanceof ExitCalled) return;
    const attempt = current.getStore();
    const failure = failureOf(thrown, code);
    if (attempt && !attempt.isOver) return attempt.fail(failure);
    const whose = attempt
      ? `of ${JSON.stringify(attempt.context.lineage.labels.at(-1))}, which had ended,`
      : 'of no leaf';
    warn(`code ${whose} threw on a thread: ${failure.message}`);
  };
  // The port belongs to the pool: what a task closes here, others would wait for.
  if (parentPort) parentPort.close = () => warn('a task tried to close the port of its thread');
  process.on('uncaughtException', (error) => onThrown(error, 'uncaught-error'));
  process.on('unhandledRejection', (reason) => onThrown(reason, 'unhandled-rejection'));
  const reallyExit = process.exit.bind(process);
  process.exit = (code?: number | string | null): never => {
    const attempt = current.getStore();
    const failure = exited(code ?? undefined);
    const called = new ExitCalled(failure.message);
    // Node ends a thread this way whose task took our listeners away; standing in its way would end the whole process.
    if (called.stack?.split('\n')[2]?.includes('node:internal/main/worker_thread')) reallyExit(code);
    if (attempt && !attempt.isOver) attempt.fail({ ...failure, stack: called.stack });
    else warn(`code of no running leaf called process.exit(${code ?? ''}); it was not obeyed`);
    throw called;
  };
};
