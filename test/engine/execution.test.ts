import { expect, test } from 'vitest';
import { Calibration } from '../../src/engine/calibrate/calibration.js';
import type { Calibrator } from '../../src/engine/calibrate/calibrator.js';
import { Execution } from '../../src/engine/execution.js';
import { ExperimentExecution } from '../../src/engine/experiment/experiment-execution.js';
import type { RunHandle } from '../../src/run/run-handle.js';
import { unhandledAfter } from '../util/unhandled.js';

const refused = (): Promise<never> => Promise.reject(new Error('refused'));
const noted = (log: string[]) => (error: Error) => log.push(error.message);

const iterate = async (events: AsyncIterable<unknown>): Promise<void> => {
  for await (const _ of events);
};

test('a run that could not take place is an unhandled rejection where nobody observes it', async () => {
  expect(await unhandledAfter(() => void new Execution(refused()))).toEqual(['refused']);
});

test('awaiting a run is observing it', async () => {
  const told: string[] = [];
  expect(await unhandledAfter(() => new Execution(refused()).catch(noted(told)))).toEqual([]);
  expect(told).toEqual(['refused']);
});

test('iterating a run is observing it: whoever iterates is told there, and not once more', async () => {
  const told: string[] = [];
  expect(await unhandledAfter(() => iterate(new Execution(refused())).catch(noted(told)))).toEqual([]);
  const failsLater = { begin: () => {}, events: () => [].values(), report: refused() } as unknown as RunHandle<1, 1>;
  expect(await unhandledAfter(() => iterate(new Execution(failsLater)).catch(noted(told)))).toEqual([]);
  expect(told).toEqual(['refused', 'refused']);
});

test('an experiment is observed by awaiting it, by iterating it, or by asking how it began', async () => {
  const of = () => new ExperimentExecution({ started: refused() } as unknown as never);
  const told: string[] = [];
  expect(await unhandledAfter(() => void of())).toEqual(['refused']);
  expect(await unhandledAfter(() => of().catch(noted(told)))).toEqual([]);
  expect(await unhandledAfter(() => iterate(of()).catch(noted(told)))).toEqual([]);
  expect(await unhandledAfter(() => of().started.catch(noted(told)))).toEqual([]);
  expect(told).toEqual(['refused', 'refused', 'refused']);
});

test('a calibration tells its trouble once, though its run has the same', async () => {
  const of = () => new Calibration(refused(), new Promise<Calibrator>(() => {}));
  const told: string[] = [];
  expect(await unhandledAfter(() => void of())).toEqual(['refused']);
  expect(await unhandledAfter(() => of().catch(noted(told)))).toEqual([]);
  expect(told).toEqual(['refused']);
});
