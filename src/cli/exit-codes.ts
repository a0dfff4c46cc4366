import type { Interrupt } from './world.js';

export const exitCodes = { ok: 0, usage: 2, nothingToDo: 4, bug: 70 } as const;

export const interruptCodes: Readonly<Record<Interrupt, number>> = { SIGINT: 130, SIGTERM: 143 };
