import { readFile } from 'node:fs/promises';
import { SubplanFailure } from '../domain/failure.js';
import { command, say } from '../domain/message.js';
import { Plan } from './plan.js';

/** Reads a plan from a file that `plan.toJSON()` or `subplan plan -o` wrote, possibly edited since. */
export const readPlan = async (file: string | URL): Promise<Plan> => {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new SubplanFailure({
      code: 'plan-not-found',
      message: `cannot read the plan ${file}: ${(cause as Error).message}`,
      nextStep: say`Check the path, or write a plan with ${command('plan -o plan.json')}.`,
      cause,
    });
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new SubplanFailure({
      code: 'invalid-plan',
      message: `${file} is not JSON: ${(cause as Error).message}`,
      nextStep: say`Correct the file where it was edited, or make the plan again with ${command('plan -o plan.json')}.`,
      cause,
    });
  }
  return Plan.from(json);
};
