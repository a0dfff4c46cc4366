import { Bench } from 'tinybench';
import { median } from './figure.js';

/** Milliseconds of each piece of code: the median of the rounds. */
export type Times<N extends string> = Readonly<Record<N, number>> & {
  /** The median over the rounds of how many times as long one took as another, within a round. */
  ratio(one: N, other: N): number;
};

/** Times pieces of code in rounds, one after the other in each, so that a busy machine slows all of them. */
export const timeInRounds = async <N extends string>(
  rounds: number,
  pieces: Readonly<Record<N, () => unknown>>,
): Promise<Times<N>> => {
  const names = Object.keys(pieces) as N[];
  const all: Record<N, number>[] = [];
  for (let round = 0; round < rounds; round++) {
    const bench = new Bench({ iterations: 1, time: 0, warmup: false });
    for (const name of names) bench.add(name, async () => void (await pieces[name]()));
    const tasks = await bench.run();
    const times = tasks.map(({ result }, i) => {
      if (result.state === 'completed') return [names[i], result.latency.mean];
      throw new Error(`${names[i]} ended as ${result.state}`, { cause: 'error' in result ? result.error : undefined });
    });
    all.push(Object.fromEntries(times) as Record<N, number>);
  }
  const medians = Object.fromEntries(names.map((name) => [name, median(all.map((times) => times[name]))]));
  return {
    ...(medians as Record<N, number>),
    ratio: (one, other) => median(all.map((times) => times[one] / times[other])),
  };
};
