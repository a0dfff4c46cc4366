import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Fact } from '../../src/domain/fact.js';
import { HistoryFold, historyOf } from '../../src/history/history.js';
import { someFact } from '../ledger/facts.js';
import { failed, finished, headOf, noon, session, spent, started, succeeded } from '../ledger/rig.js';

const head = headOf('run');
const folded = (...facts: readonly Fact[]) => historyOf({ head, facts });

describe('the history of any facts', () => {
  const someFacts = fc.array(someFact, { maxLength: 25 });

  test('is the same taken in one by one, some at a time, and all at once', () => {
    fc.assert(
      fc.property(someFacts, fc.nat({ max: 30 }), (facts, cut) => {
        const whole = folded(...facts);
        const oneByOne = new HistoryFold(head, 'kept');
        for (const fact of facts) oneByOne.add([fact]);
        const inTwo = new HistoryFold(head, 'kept');
        inTwo.add(facts.slice(0, cut));
        inTwo.add(facts.slice(cut));
        for (const history of [oneByOne, inTwo]) {
          expect(history).toEqual(whole);
          expect([history.open, history.elapsedMs]).toEqual([whole.open, whole.elapsedMs]);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('is one of every beginning of them too, and never has more than they say', () => {
    fc.assert(
      fc.property(someFacts, (facts) => {
        for (let count = 0; count <= facts.length; count++) {
          const history = folded(...facts.slice(0, count));
          expect(history.facts).toBe(count);
          expect(history.nodes).toHaveLength(head.leaves + head.branches);
          const outcomes = history.nodes.slice(0, head.leaves).map((node) => node?.end?.outcome);
          expect(history.succeeded).toBe(outcomes.filter((outcome) => outcome === 'succeeded').length);
          expect(history.failed).toBe(outcomes.filter((one) => one === 'failed' || one === 'timed-out').length);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('is the same without values, but for them', () => {
    const withoutValues = (history: unknown) =>
      JSON.parse(JSON.stringify(history, (name, inner) => (name === 'value' ? undefined : inner)));
    fc.assert(
      fc.property(someFacts, (facts) => {
        const counted = new HistoryFold(head, 'left-out');
        counted.add(facts);
        expect(JSON.stringify(counted)).not.toContain('"data"');
        expect(withoutValues(counted)).toEqual(withoutValues(folded(...facts)));
      }),
      { numRuns: 40 },
    );
  });
});

describe('an attempt', () => {
  test('is open until it ends, is lost, its leaf has settled, or another session begins', () => {
    const open = (...facts: readonly Fact[]) => folded(session(), ...facts).open.map(({ node }) => node);
    const settled: Fact = { kind: 'settled', node: 0, attempt: 1, at: noon, outcome: 'cancelled', failure: undefined };
    expect(open(started(0), started(1))).toEqual([0, 1]);
    expect(open(started(0), started(1), succeeded(0))).toEqual([1]);
    expect(open(started(0), started(1), failed(0, { isFinal: false }))).toEqual([1]);
    expect(open(started(0), { kind: 'lost', node: 0, attempt: 1, at: noon, why: 'its thread' })).toEqual([]);
    expect(open(started(0), settled)).toEqual([]);
    expect(open(started(0), session())).toEqual([]);
    expect(open(started(0), finished('failed'))).toEqual([]);
  });

  test('that was lost leaves it unknown what it wrote, until another ends', () => {
    const lost: Fact = { kind: 'lost', node: 0, attempt: 1, at: noon + 5, why: 'its thread' };
    expect(folded(started(0), lost, session()).nodes[0]?.openSince).toBe(noon + 1);
    expect(folded(started(0), lost, started(0), succeeded(0)).nodes[0]?.openSince).toBeUndefined();
  });
});

describe('a leaf', () => {
  test('is what it was last: one that failed and was run again counts once', () => {
    const history = folded(session(), failed(0), succeeded(1), session(), succeeded(0, { attempt: 2 }));
    expect([history.succeeded, history.failed]).toEqual([2, 0]);
    expect(history.nodes[0]).toMatchObject({ attempts: 2, forgiven: 2, end: { outcome: 'succeeded', seq: 4 } });
    expect(folded(session(), succeeded(0), failed(0)).failed).toBe(1);
  });

  test('that had failed begins anew: its retries and its samples do not count, but that it failed is known', () => {
    const sample = { try: 1, round: 1 };
    const rejected = succeeded(0, { isFinal: false, sample, verdict: { accepted: false } });
    const settled: Fact = { kind: 'settled', node: 0, attempt: 1, at: noon, outcome: 'failed', failure: undefined };
    expect(folded(rejected).nodes[0]).toMatchObject({ samples: [{ ...sample, result: 'rejected' }], forgiven: 0 });
    const again: Fact = { kind: 'started', node: 0, attempt: 1, at: noon, sample };
    expect(folded(rejected, settled, session(), again).nodes[0]).toMatchObject({
      ...{ samples: [], attempts: 1, forgiven: 1, end: { outcome: 'failed' } },
    });
  });

  test('that was only kept from its end goes on with the samples it had', () => {
    const rejected = succeeded(0, { isFinal: false, sample: { try: 1, round: 1 }, verdict: { accepted: false } });
    const stopped: Fact = {
      ...{ kind: 'settled', node: 0, attempt: 1, at: noon },
      outcome: 'cancelled',
      failure: undefined,
    };
    expect(folded(rejected, stopped, session()).nodes[0]?.samples).toHaveLength(1);
  });

  test('has what its rounds spent, told before and after they ended', () => {
    const sample = { try: 2, round: 1 };
    const told = { ...spent(0, { usd: 1 }), sample } as Fact;
    const ended = succeeded(0, { isFinal: false, sample, verdict: { accepted: true } });
    expect(folded(told, ended, told, spent(0, { usd: 5 })).nodes[0]).toMatchObject({
      ...{ usage: { usd: 7 }, samples: [{ usage: { usd: 2 } }] },
    });
  });
});

describe('a run', () => {
  test('has spent what all attempts did, by the names that budgets know', () => {
    const history = folded(spent(0, { inputTokens: 10, outputTokens: 5, usd: 1 }), spent(3, { tokens: 7, calls: 1 }));
    expect(history.usage).toEqual({ inputTokens: 10, outputTokens: 5, tokens: 7, usd: 1, calls: 1 });
    expect(history.spent).toEqual({ tokens: 22, usd: 1 });
  });

  test('took as long as its sessions, and not the time between them', () => {
    const later = { startedAt: noon + 10_000 };
    const facts = [
      session(),
      succeeded(0),
      { ...session(later), at: noon + 10_000 },
      finished('failed', noon + 10_300),
    ];
    expect(folded(...facts).elapsedMs).toBe(20 + 300);
  });

  test('has the settings of its last session', () => {
    const changed = (option: string, now: unknown) => [{ option, class: 'limit' as const, before: null, now }];
    const facts = [session(), session({ changed: changed('retries', 1) }), session({ changed: changed('retries', 3) })];
    expect(folded(...facts, session({ changed: changed('graceMs', 5) })).changed).toEqual({ retries: 3, graceMs: 5 });
  });

  test('is finished until another session begins', () => {
    expect(folded(session(), finished('failed')).finish).toMatchObject({ status: 'failed', endedAt: noon + 30 });
    expect(folded(session(), finished('failed'), session()).finish).toBeUndefined();
  });

  test('knows all processes that were started for it', () => {
    const mark = { pid: 7, started: '1', boot: 'b' };
    const facts: Fact[] = [{ kind: 'process', node: 0, attempt: 1, at: noon, mark }, session()];
    expect(folded(...facts).processes).toEqual([mark]);
  });
});
