import type { CalibrationResult } from '../../domain/calibration.js';
import { SubplanFailure } from '../../domain/failure.js';
import type { RunHandle } from '../../run/run-handle.js';
import { Awaitable } from '../../util/awaitable.js';
import { Execution } from '../execution.js';
import type { Calibrator } from './calibrator.js';

/** How often the memory is looked at while nothing ends. */
const lookMs = 250;

/** A search for the right `maxParallel` that is under way: await it for what it comes to. */
export class Calibration<T = unknown, R = T> extends Awaitable<CalibrationResult<T, R>> {
  /** The run it is measured on: iterate it for the events; `stop()` and `cancel()` end it without a choice. */
  readonly execution: Execution<T, R>;

  constructor(run: Promise<RunHandle<T, R>>, calibrator: Promise<Calibrator>) {
    super(() => this.#measure(run, calibrator));
    this.execution = new MeasuredExecution(run);
    this.begin();
    // The same trouble is told by the result: nobody has to await both.
    this.execution.catch(() => {});
  }

  async #measure(
    running: Promise<RunHandle<T, R>>,
    calibrating: Promise<Calibrator>,
  ): Promise<CalibrationResult<T, R>> {
    const [run, calibrator] = await Promise.all([running, calibrating]);
    const looking = setInterval(() => calibrator.look(), lookMs).unref();
    try {
      for await (const event of this.execution) {
        const decision = calibrator.see(event);
        if (decision?.kind === 'go-on') run.setMaxParallel(decision.maxParallel);
        if (decision?.kind === 'stop') run.stop(`calibrated. ${decision.choice.because}`);
      }
      return calibrator.result(await this.execution);
    } catch (error) {
      run.cancel('calibrating failed');
      throw error;
    } finally {
      clearInterval(looking);
    }
  }
}

/** What is measured would be nothing if somebody else changed the cap meanwhile. */
class MeasuredExecution<T, R> extends Execution<T, R> {
  override setMaxParallel(): void {
    throw new SubplanFailure({
      code: 'invalid-options',
      message: 'the cap is what is being looked for, and not to be changed meanwhile',
      nextStep: 'Wait for the choice, or stop() the run and go on without one.',
    });
  }
}
