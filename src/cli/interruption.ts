import type { Interrupt, World } from './world.js';

/** The run was asked to end. */
export class Interrupted extends Error {
  readonly signal: Interrupt;

  constructor(signal: Interrupt) {
    super(`interrupted by ${signal}`);
    this.signal = signal;
  }
}

export interface Interruption {
  /** Aborted with an `Interrupted` when the run is asked to end. */
  readonly signal: AbortSignal;
  /** Rejects with it then, and never settles otherwise. */
  readonly promise: Promise<never>;
  /**
   * Stops listening. During one long calculation no listener can be called; without one the system itself ends the
   * process, at once.
   */
  readonly letGo: () => void;
}

export const watchInterrupts = ({ onInterrupt }: World): Interruption => {
  const controller = new AbortController();
  const { signal } = controller;
  const promise = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  return { signal, promise, letGo: onInterrupt((name) => controller.abort(new Interrupted(name))) };
};
