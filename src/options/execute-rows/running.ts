import { orders } from '../../domain/order.js';
import { mostSlots } from '../../domain/slots.js';
import { atLeast, between, boundedNumber, folder, isFunction, numeric, oneOf } from '../checks.js';
import { rollUpField, taskField } from '../code-fields.js';
import { commandRows, someCommand } from '../command-options.js';
import type { Zod } from '../field.js';
import { option } from '../row.js';
import { share } from '../share.js';
import type { NamedLimit } from '../task-like.js';
import { everywhere } from './where.js';

const slots = { isWhole: true, least: 1, most: mostSlots };
const aLimit = (z: Zod) =>
  z.union([
    z.int().min(1),
    z.strictObject({ max: z.int().min(1), of: z.custom<Exclude<NamedLimit, number>['of']>(isFunction) }),
  ]);

/** What runs, and how much of it at once. */
export const runningRows = {
  task: option({
    ...taskField,
    ...{ resume: 'result', in: ['calibrate', 'experiment', 'experiment-file'], parts: commandRows },
    flag: {
      ...{ flag: '--task <file>', text: 'text', group: 'Running', expected: 'the file of a module', common: true },
      help: 'the module whose default export is run on each leaf (default: the built-in survey)',
    },
  }),
  /**
   * Makes the value of a branch; before what the task has. A function runs in this process, a module on threads, a
   * command as a process.
   */
  rollUp: option({
    ...rollUpField,
    ...{ resume: 'result', in: ['calibrate'] },
    parts: {
      exec: option({
        ...commandRows.exec,
        flag: {
          ...{ flag: '--rollup-exec <command>', text: 'text', group: 'Commands', expected: someCommand },
          help: 'roll a branch up by a command: its children stand on standard input as JSON',
        },
      }),
    },
  }),
  /** Slots for leaves and rollups together: a number, or a share of the cores such as `'50%'`. The cores by default. */
  maxParallel: option({
    schema: (z) => z.union([boundedNumber(z, slots), share(z)]),
    expected: `${numeric(slots).expected}, or a share of the cores such as "50%"`,
    ...{ bounds: slots, resume: 'throughput', in: ['experiment', 'experiment-file', 'experiment-flags', 'map'] },
    flag: {
      ...{ flag: '-j, --max-parallel <n>', text: 'count', group: 'Running', common: true },
      adds: 'or a share of the cores such as 50%',
      help: 'how many leaves and rollups run at once: 8, or 50% of the cores (default: the cores)',
    },
    // One at a time unless asked otherwise: a comparison must not be of arms that get in each other's way.
    experiment: { default: 1, flag: { help: 'how many trials run at once: 8, or 50% of the cores' } },
    notCalibrated: 'no such option here: it is what is looked for (upTo bounds it)',
  }),
  /** Caps underneath it, by the names leaves carry. */
  limits: option({
    schema: (z) => z.record(z.string().min(1), aLimit(z)).readonly(),
    expected: 'whole numbers, 1 or more, by name, such as { gpu: 1 }, or { gpu: { max: 1, of: (leaf) => … } }',
    ...{ default: {} as Readonly<Record<string, NamedLimit>>, resume: 'throughput', in: ['calibrate'] },
    flag: {
      ...{ flag: '--limit <name=n>', text: 'limits', group: 'Running', many: 'commas' },
      help: 'at most n at once of the leaves that carry the name; may be repeated',
      expected: 'a name and a whole number, 1 or more, such as gpu=1',
    },
  }),
  order: option({
    ...oneOf(orders),
    ...{ default: 'cost', resume: 'limit', in: ['calibrate'] },
    flag: {
      ...{ flag: '--order <name>', text: 'text', group: 'Running' },
      help: 'what starts first: cost (the longest leaf), dependencies, plan',
    },
  }),
  /** Threads for modules; several attempts may share one. As many as cores by default, and never more than slots. */
  threads: option({
    ...between(1, 1024),
    ...{ resume: 'throughput', in: everywhere },
    flag: {
      ...{ flag: '--threads <n>', text: 'count', group: 'Running' },
      help: 'threads the leaves share (default: the cores, and no more than run at once)',
    },
  }),
  /** How much memory a thread's heap may take, in MiB. */
  threadHeapMb: option({
    ...atLeast(32),
    ...{ default: 1024, resume: 'limit', in: everywhere },
    flag: {
      ...{ flag: '--thread-heap <size>', text: 'heap', group: 'Running', adds: 'such as 512MiB or 2GiB' },
      help: 'memory a thread may take: 512MiB, 2GiB',
    },
  }),
  /** The project's folder. Known for a plan that was made here; the current folder for one from a file. */
  root: option({
    ...folder,
    ...{ resume: 'place', in: ['calibrate', 'experiment', 'experiment-file'] },
    flag: {
      ...{ flag: '--root <dir>', text: 'text', group: 'Running', expected: folder.expected, isOnlyFlag: true },
      help: 'for a plan.json: the folder its files are below (default: the current one)',
    },
  }),
} as const;
