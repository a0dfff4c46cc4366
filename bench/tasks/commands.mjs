import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Bench } from 'tinybench';

// In a process of its own: starting a process takes the longer the more memory the one has that starts it, and what
// reads TypeScript for the benchmark has much. Prints the times of each round as JSON.
const [builtUrl, plan, rounds] = [process.argv[2], JSON.parse(process.argv[3]), Number(process.argv[4])];
const { Plan } = await import(builtUrl);
const made = Plan.from(plan);
const commands = made.leaves.length;
const atOnce = 8;

const bare = async () => {
  let started = 0;
  const next = async () => {
    while (started++ < commands) {
      const child = spawn('true');
      child.stdout.resume();
      child.stderr.resume();
      await once(child, 'close');
    }
  };
  await Promise.all(Array.from({ length: atOnce }, next));
};

const pieces = {
  xargs: () => once(spawn('sh', ['-c', `seq ${commands} | xargs -P ${atOnce} -n 1 true`], { stdio: 'ignore' }), 'exit'),
  bare,
  subplan: async () => {
    const { status } = await made.execute({ task: { exec: ['true'] }, maxParallel: atOnce });
    if (status !== 'succeeded') throw new Error(`the run ${status}`);
  },
};

const all = [];
for (let round = 0; round <= rounds; round++) {
  const bench = new Bench({ iterations: 1, time: 0, warmup: false });
  for (const [name, piece] of Object.entries(pieces)) bench.add(name, async () => void (await piece()));
  const tasks = await bench.run();
  const times = tasks.map(({ name, result }) => [name, result.latency.mean]);
  // The first round warms up.
  if (round > 0) all.push(Object.fromEntries(times));
}
process.stdout.write(JSON.stringify(all));
