import type { RunEvent } from '../../domain/run-event.js';

/** Something on stderr that follows a run. */
export interface RunView {
  /** The state has taken the event in already. */
  see(event: RunEvent): void;
  /** A line from the command itself. */
  tell(line: string): void;
  /** Leaves the terminal clean, with all written. */
  close(): Promise<void>;
}

export type ViewMaker = (onError: (error: unknown) => void) => RunView;

/** A view that throws, or can no longer write, is dropped with a warning: the run goes on without it. */
export const sturdyView = (make: ViewMaker, warn: (text: string) => void): RunView => {
  let view: RunView | undefined;
  const drop = (error: unknown): void => {
    const gone = view;
    if (!gone) return;
    view = undefined;
    gone.close().catch(() => {});
    const why = error instanceof Error ? error.message : String(error);
    warn(`subplan: the view of the run failed and is gone (${why}); the run goes on`);
  };
  view = make(drop);
  const guarded = (act: (view: RunView) => void): void => {
    try {
      if (view) act(view);
    } catch (error) {
      drop(error);
    }
  };
  return {
    see: (event) => guarded((one) => one.see(event)),
    tell: (line) => (view ? guarded((one) => one.tell(line)) : warn(line)),
    async close() {
      const closing = view;
      view = undefined;
      await closing?.close().catch(() => {});
    },
  };
};
