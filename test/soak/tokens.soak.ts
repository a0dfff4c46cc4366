import { exactCounter } from '../../src/scan/tokens/exact.js';
import { tokenCounter } from '../../src/scan/tokens.js';
import type { Figure, Soak } from './soak.js';
import { heldOut, readCorpora, type Sample } from './token-corpora.js';

interface Judged extends Sample {
  readonly estimate: number;
  readonly byBytes: number;
}

const shortest = 50;
const fewest = 30;

const quantile = (values: readonly number[], share: number): number => {
  // One of these leaves the rest unsorted, and the figure looks better than it is.
  if (values.some(Number.isNaN)) throw new Error('a count is not a number');
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
};

const show = (errors: readonly number[]): string =>
  `p50 ${(100 * quantile(errors, 0.5)).toFixed(1)} %, p95 ${(100 * quantile(errors, 0.95)).toFixed(1)} %`;

/** Names of the corpora that the samples come from; the three largest where there are many. */
const corporaOf = (samples: readonly Judged[]): string => {
  const counts = new Map<string, number>();
  for (const { corpus } of samples) counts.set(corpus, (counts.get(corpus) ?? 0) + 1);
  const names = [...counts].sort((a, b) => b[1] - a[1]).map(([name]) => name);
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
  return `${samples.length} files of ${shown.join(', ')}`;
};

const figuresOf = (what: string, samples: readonly Judged[], reach?: number): Figure[] => {
  const estimates = samples.map(({ estimate }) => estimate);
  const p95 = quantile(estimates, 0.95);
  const corpus = corporaOf(samples);
  return [
    {
      what: `tokens, ${what}: error of 'estimate'`,
      corpus,
      value: show(estimates),
      reach: reach === undefined ? undefined : { text: `p95 ≤ ${100 * reach} %`, held: p95 <= reach },
    },
    { what: `tokens, ${what}: error of 'bytes'`, corpus, value: show(samples.map(({ byBytes }) => byBytes)) },
  ];
};

const megabytesPerSecond = (samples: readonly Sample[], work: (sample: Sample) => unknown): string => {
  let bytes = 0;
  const start = performance.now();
  for (const sample of samples) {
    work(sample);
    bytes += sample.bytes;
  }
  return `${(bytes / 1000 / (performance.now() - start)).toFixed(0)} MB/s`;
};

const soak: Soak = {
  name: 'tokens',
  covers: 'the estimate of tokens against o200k_base, on packages that it was not fitted to',
  async run(folder) {
    const [estimate, byBytes, exact] = [
      await tokenCounter('estimate'),
      await tokenCounter('bytes'),
      await exactCounter(),
    ];
    const samples = readCorpora(folder, 'tokens-test', heldOut);
    const judged = samples.flatMap((sample): Judged[] => {
      const truth = exact(sample.text);
      if (truth < shortest) return [];
      const error = (tokens: number) => Math.abs(tokens - truth) / truth;
      const { text, language, bytes } = sample;
      return [
        { ...sample, estimate: error(estimate(text, language, bytes)), byBytes: error(byBytes(text, language, bytes)) },
      ];
    });
    const languages = [...new Set(judged.map(({ language }) => language))].sort();
    const buffers = new Map(samples.map((sample) => [sample, Buffer.from(sample.text)]));
    const small = samples.filter(({ bytes }) => bytes < 65_536);
    const speed = (what: string, work: (sample: Sample) => unknown): Figure => ({
      what: `tokens: throughput of ${what}`,
      corpus: `${small.length} files under 64 KB, held out`,
      value: megabytesPerSecond(small, work),
    });
    return [
      ...figuresOf('all languages', judged, 0.16),
      ...languages.flatMap((language) => {
        const own = judged.filter((sample) => sample.language === language);
        // A 95th percentile of a handful of files says nothing.
        return own.length < fewest ? [] : figuresOf(language, own);
      }),
      speed("'estimate'", ({ text, language, bytes }) => estimate(text, language, bytes)),
      speed('Buffer.toString, for comparison', (sample) => buffers.get(sample)!.toString('utf8')),
      speed("'exact'", ({ text }) => exact(text)),
    ];
  },
};

export default soak;
