import type { Interrupt, World } from './world.js';

/** The command was asked to end. */
export class Interrupted extends Error {
  readonly signal: Interrupt;

  constructor(signal: Interrupt) {
    super(`interrupted by ${signal}`);
    this.signal = signal;
  }
}

/** Interrupts end the command, unless they are handed over to whoever knows a gentler way. */
export interface Interruption {
  /** Aborted with an `Interrupted` when the command ends. */
  readonly signal: AbortSignal;
  /** Rejects with it then, and never settles otherwise. */
  readonly promise: Promise<never>;
  /** Ends the command at once. */
  readonly end: (signal: Interrupt) => void;
  /** From here on interrupts are told to this listener, and end nothing by themselves. */
  readonly handOver: (listener: (signal: Interrupt) => void) => void;
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
  const end = (name: Interrupt): void => controller.abort(new Interrupted(name));
  let stopListening = onInterrupt(end);
  return {
    signal,
    promise,
    end,
    handOver: (listener) => {
      stopListening();
      stopListening = onInterrupt(listener);
    },
    letGo: () => stopListening(),
  };
};
