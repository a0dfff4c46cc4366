import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { EndedFact, Fact } from '../../src/domain/fact.js';
import type { Ledger, RunWriter } from '../../src/domain/ledger.js';
import type { Witness } from '../../src/domain/owner.js';
import { leaseMs } from '../../src/ledger/lease.js';
import { MemoryLedger } from '../../src/ledger/memory-ledger.js';
import { openLedger } from '../../src/ledger/open-ledger.js';
import { restoreValue, storeValue } from '../../src/ledger/stored-value.js';
import { rounds } from '../rounds.js';
import { folderOf } from '../test-folder.js';
import { someFact } from './facts.js';
import {
  failed,
  finished,
  headOf,
  hex,
  large,
  makeWorld,
  noon,
  planNamed,
  refusal,
  refusalOf,
  session,
  someone,
  spent,
  started,
  succeeded,
} from './rig.js';

// One specification, and every ledger must meet it.
interface Kind {
  readonly make: (witness: Witness) => Promise<{
    readonly ledger: Ledger;
    /** The same ledger as another process has it; for one that cannot be shared, itself. */
    readonly elsewhere: () => Promise<Ledger>;
  }>;
  /** Whether it keeps plans apart from runs, and so has some to drop. */
  readonly keepsPlansApart: boolean;
}

const kinds: Readonly<Record<string, Kind>> = {
  'in an SQLite file': {
    keepsPlansApart: true,
    make: async (witness) => {
      const file = join(folderOf(), 'ledger.db');
      const open = async () => {
        const ledger = await openLedger({ file, witness });
        onTestFinished(() => ledger.close());
        return ledger;
      };
      return { ledger: await open(), elsewhere: open };
    },
  },
  'in memory': {
    keepsPlansApart: false,
    make: async (witness) => {
      const ledger = new MemoryLedger(witness);
      return { ledger, elsewhere: async () => ledger };
    },
  },
};

for (const [name, { make, keepsPlansApart }] of Object.entries(kinds)) {
  /** A ledger, the world it is in, and the means to put runs into it. */
  const setUp = async () => {
    const world = makeWorld();
    const { ledger, elsewhere } = await make(world.witness);
    const begin = async (
      id: string,
      more: { facts?: readonly Fact[]; plan?: string; key?: string } = {},
    ): Promise<RunWriter> => {
      const writer = ledger.begin(headOf(id), planNamed(more.plan ?? 'one', more.key), someone());
      if (more.facts) await writer.append(more.facts);
      return writer;
    };
    /** A run that nobody works on any more. */
    const past = async (id: string, more: Parameters<typeof begin>[1] = {}): Promise<void> =>
      (await begin(id, more)).release();
    return { ...world, ledger, elsewhere, begin, past };
  };

  describe(`a ledger ${name}: what is written is what is read`, () => {
    test('an empty ledger has no runs, no values and no plans, and nothing to drop', async () => {
      const { ledger } = await setUp();
      expect(ledger.runs()).toEqual([]);
      expect(ledger.reusable([])).toEqual(new Map());
      expect(ledger.reusable([hex('a')])).toEqual(new Map());
      expect(ledger.planFor('key')).toBeUndefined();
      expect(ledger.collect()).toMatchObject({ plans: 0, values: 0 });
      expect(refusal(() => ledger.read('none'))).toMatchObject({
        code: 'run-not-found',
        message: expect.stringContaining('"none"'),
        nextStep: expect.stringContaining('subplan runs'),
      });
    });

    test('a run in which nothing has happened is there, with its plan', async () => {
      const { ledger, elsewhere } = await setUp();
      const head = headOf('a', { root: "/o'brien/😀", settings: JSON.stringify({ quote: '"\'\0\ud800' }) });
      const plan = planNamed('Ünïcode 😀 \0');
      ledger.begin(head, plan, someone());
      const { json, hash, madeAt } = plan;
      expect((await elsewhere()).read('a')).toEqual({ head, plan: { json, hash, madeAt }, facts: [] });
    });

    test('facts of every kind come back in order and as they were, whatever they hold', async () => {
      const { ledger, elsewhere } = await setUp();
      const reader = await elsewhere();
      let runs = 0;
      const batches = fc.array(fc.array(someFact, { maxLength: 8 }), { maxLength: 4 });
      await fc.assert(
        fc.asyncProperty(batches, async (appended) => {
          const id = `run-${runs++}`;
          const writer = ledger.begin(headOf(id), planNamed('one'), someone());
          for (const batch of appended) await writer.append(batch);
          expect(reader.read(id).facts).toEqual(appended.flat());
        }),
        rounds(40),
      );
    });

    test('a batch larger than any statement comes back in order', async () => {
      const { begin, elsewhere } = await setUp();
      const facts = Array.from({ length: 207 }, (_, i) => succeeded(i, { value: storeValue(i) }));
      await begin('a', { facts });
      expect((await elsewhere()).read('a').facts).toEqual(facts);
    });

    test('a value that is nothing is told from having no value', async () => {
      const { ledger, begin } = await setUp();
      await begin('a', { facts: [succeeded(0, { value: storeValue(undefined) }), failed(1)] });
      const [nothing, none] = ledger.read('a').facts as readonly EndedFact[];
      expect(nothing.value).toEqual(storeValue(undefined));
      expect(none.value).toBeUndefined();
    });

    test.each(['a\0b', '\ud800'])('text with a NUL or half a character is kept: %j', async (text) => {
      const { begin, elsewhere } = await setUp();
      const facts: Fact[] = [
        { kind: 'lost', node: 0, attempt: 1, at: noon, why: text },
        { kind: 'reused', node: 1, at: noon, value: storeValue(text), fingerprint: hex('x'), from: text },
      ];
      await begin('a', { facts });
      expect((await elsewhere()).read('a').facts).toEqual(facts);
    });

    test('facts are appended all together or not at all', async () => {
      const { ledger, begin } = await setUp();
      const writer = await begin('a', { facts: [started(0)] });
      const unwritable = spent(0, { tokens: 1n as unknown as number });
      await expect(writer.append([succeeded(0), unwritable, succeeded(1)])).rejects.toThrow(/BigInt/);
      expect(ledger.read('a').facts).toEqual([started(0)]);
      expect(ledger.runs()).toMatchObject([{ succeeded: 0 }]);
      // Nothing was begun, so nothing is broken.
      await writer.append([succeeded(0)]);
      expect(ledger.read('a').facts).toEqual([started(0), succeeded(0)]);
    });

    test('an id that is taken is refused, and the run that has it stays', async () => {
      const { ledger, begin } = await setUp();
      await begin('a', { facts: [succeeded(0)] });
      const refused = refusal(() => ledger.begin(headOf('a'), planNamed('other', 'k'), someone()));
      expect(refused).toMatchObject({ code: 'run-owned', message: expect.stringContaining('a run a already') });
      expect(ledger.planFor('k')).toBeUndefined();
      expect(ledger.read('a').facts).toEqual([succeeded(0)]);
    });
  });

  describe(`a ledger ${name}: runs in a list`, () => {
    test('the newest stands first, whatever their times say, also when an older one was resumed', async () => {
      const { ledger, past } = await setUp();
      for (const id of ['b', 'a', 'c']) await past(id);
      await ledger.claim(ledger.read('b'), someone()).append([session()]);
      expect(ledger.runs().map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    });

    test('succeeded and failed count leaves only, each as what it is now', async () => {
      const { ledger, begin } = await setUp();
      const writer = await begin('a', { facts: [session()] });
      const counted = () => {
        const [{ succeeded: good, failed: bad }] = ledger.runs();
        return { good, bad };
      };
      await writer.append([started(0), failed(0, { isFinal: false })]);
      expect(counted()).toEqual({ good: 0, bad: 0 });
      await writer.append([failed(0, { attempt: 2 }), failed(1, { outcome: 'timed-out' }), succeeded(2)]);
      expect(counted()).toEqual({ good: 1, bad: 2 });
      await writer.append([failed(3), succeeded(3)]);
      expect(counted()).toEqual({ good: 1, bad: 2 });
      await writer.append([succeeded(0, { attempt: 3 }), { ...failed(1, { outcome: 'cancelled' }) }]);
      expect(counted()).toEqual({ good: 2, bad: 0 });
    });

    test('what was skipped or never started is neither, what was reused has succeeded', async () => {
      const { ledger, begin } = await setUp();
      const settled = { kind: 'settled', attempt: 0, at: noon, failure: undefined } as const;
      await begin('a', {
        facts: [
          { ...settled, node: 0, outcome: 'skipped' },
          { ...settled, node: 1, outcome: 'never-started' },
          { kind: 'reused', node: 2, at: noon, value: storeValue(1), fingerprint: hex('c'), from: 'b' },
        ],
      });
      expect(ledger.runs()).toMatchObject([{ leaves: 3, succeeded: 1, failed: 0 }]);
    });

    test('the counts are right for somebody who goes on with the run', async () => {
      const { begin, elsewhere } = await setUp();
      (await begin('a', { facts: [session(), failed(0), succeeded(1), spent(1, { tokens: 3 })] })).release();
      const other = await elsewhere();
      const writer = other.claim(other.read('a'), someone());
      await writer.append([session(), succeeded(0, { attempt: 2 }), spent(0, { tokens: 4, usd: 0.5 })]);
      expect(other.runs()).toMatchObject([{ succeeded: 2, failed: 0, sessions: 2, usage: { tokens: 7, usd: 0.5 } }]);
    });

    test('a run has a status once it has finished, and none again when it goes on', async () => {
      const { ledger, begin } = await setUp();
      const writer = await begin('a', { facts: [session()] });
      expect(ledger.runs()[0].status).toBeUndefined();
      await writer.append([finished('failed')]);
      expect(ledger.runs()[0].status).toBe('failed');
      await writer.append([session()]);
      expect(ledger.runs()[0].status).toBeUndefined();
    });

    test('says when something last happened, what was spent and who holds it', async () => {
      const { ledger, past, witness } = await setUp();
      await past('a');
      const owner = someone({ processStart: undefined });
      await ledger.begin(headOf('b'), planNamed('one'), owner).append([succeeded(0, { at: noon + 9_000 }), started(1)]);
      const [b, a] = ledger.runs();
      expect(a).toEqual({
        ...{ id: 'a', root: '/project', startedAt: noon, lastAt: noon, leaves: 3, succeeded: 0, failed: 0 },
        ...{ sessions: 0, status: undefined, held: undefined, usage: {}, settings: headOf('a').settings },
      });
      expect(b.lastAt).toBe(noon + 9_000);
      expect(b.held).toEqual({ owner, leaseUntil: witness.now() + leaseMs });
    });
  });

  describe(`a ledger ${name}: a run has one owner`, () => {
    test('a run whose owner lives is refused, and the refusal says who and since when', async () => {
      const { ledger } = await setUp();
      ledger.begin(headOf('a'), planNamed('one'), someone({ pid: 31_337, since: Date.UTC(2026, 4, 6, 7, 8, 9) }));
      const refused = refusal(() => ledger.claim(ledger.read('a'), someone()));
      expect(refused).toMatchObject({ code: 'run-owned', nextStep: expect.stringMatching(/end that process/) });
      for (const word of ['run a', '31337', 'build-7', '2026-05-06 07:08:09']) expect(refused.message).toContain(word);
      expect(refused.message).not.toContain('boot-1');
    });

    test('a living owner keeps its run however long it says nothing', async () => {
      const { ledger, begin, pass } = await setUp();
      await begin('a');
      pass(leaseMs * 1_000);
      expect(refusal(() => ledger.claim(ledger.read('a'), someone())).code).toBe('run-owned');
    });

    test('an owner that is gone is replaced at once', async () => {
      const { ledger, sees } = await setUp();
      const [first, second] = [someone(), someone()];
      ledger.begin(headOf('a'), planNamed('one'), first);
      sees(first, 'gone');
      await ledger.claim(ledger.read('a'), second).append([started(0)]);
      expect(ledger.runs()[0].held?.owner).toEqual(second);
    });

    test('an owner nobody can see is replaced when its lease has run out, and not before', async () => {
      const { ledger, sees, pass } = await setUp();
      const owner = someone();
      ledger.begin(headOf('a'), planNamed('one'), owner);
      sees(owner, 'unknown');
      pass(leaseMs);
      const refused = refusal(() => ledger.claim(ledger.read('a'), someone()));
      expect(refused).toMatchObject({ code: 'run-owned', nextStep: expect.stringContaining('2026-01-02 12:00:30') });
      pass(1);
      ledger.claim(ledger.read('a'), someone());
    });

    test('each renewal and each append lengthens the lease', async () => {
      const { ledger, sees, pass } = await setUp();
      const owner = someone();
      const writer = ledger.begin(headOf('a'), planNamed('one'), owner);
      sees(owner, 'unknown');
      for (const say of [async () => writer.renew(), () => writer.append([started(0)])]) {
        pass(leaseMs);
        await say();
        pass(leaseMs);
        expect(refusal(() => ledger.claim(ledger.read('a'), someone())).code).toBe('run-owned');
      }
    });

    test('of two who go on with the same read, exactly one wins', async () => {
      const { past, elsewhere } = await setUp();
      await past('a', { facts: [started(0)] });
      const [one, other] = [await elsewhere(), await elsewhere()];
      const [mine, theirs] = [one.read('a'), other.read('a')];
      const writer = one.claim(mine, someone());
      expect(refusal(() => other.claim(theirs, someone())).code).toBe('run-owned');
      await writer.append([succeeded(0)]);
      expect(other.read('a').facts).toEqual([started(0), succeeded(0)]);
    });

    test('who was taken for dead can neither renew nor append, and what it tried is not recorded', async () => {
      const { ledger, elsewhere, sees } = await setUp();
      const owner = someone();
      const late = ledger.begin(headOf('a'), planNamed('one'), owner);
      await late.append([started(0)]);
      sees(owner, 'gone');
      const other = await elsewhere();
      const next = other.claim(other.read('a'), someone());
      expect(refusal(() => late.renew())).toMatchObject({
        code: 'run-owned',
        message: expect.stringContaining('taken over'),
      });
      const value = large('late');
      expect((await refusalOf(late.append([succeeded(0, { value })]))).code).toBe('run-owned');
      await next.append([session(), failed(0)]);
      expect(other.read('a').facts).toEqual([started(0), session(), failed(0)]);
      expect(other.runs()).toMatchObject([{ succeeded: 0, failed: 1 }]);
      expect(other.collect().values).toBe(0);
    });

    test('who was taken for dead does not free the run by letting go of it', async () => {
      const { ledger, sees } = await setUp();
      const [owner, next] = [someone(), someone()];
      const late = ledger.begin(headOf('a'), planNamed('one'), owner);
      sees(owner, 'gone');
      ledger.claim(ledger.read('a'), next);
      late.release();
      expect(ledger.runs()[0].held?.owner).toEqual(next);
    });

    test('a run that was let go is free at once, and its last owner writes nothing more', async () => {
      const { ledger, begin } = await setUp();
      const writer = await begin('a');
      writer.release();
      expect(ledger.runs()[0].held).toBeUndefined();
      expect((await refusalOf(writer.append([started(0)]))).code).toBe('run-owned');
      await ledger.claim(ledger.read('a'), someone()).append([started(1)]);
      expect(ledger.read('a').facts).toEqual([started(1)]);
    });

    test('a run that was changed since it was read is refused', async () => {
      const { ledger, past, elsewhere } = await setUp();
      await past('a');
      const stale = ledger.read('a');
      const other = await elsewhere();
      const writer = other.claim(other.read('a'), someone());
      await writer.append([started(0)]);
      writer.release();
      expect(refusal(() => ledger.claim(stale, someone()))).toMatchObject({
        code: 'run-owned',
        nextStep: expect.stringContaining('Resume it again'),
      });
      expect(ledger.runs()[0].held).toBeUndefined();
    });

    test('a run that was removed since it was read is not there any more', async () => {
      const { ledger, past } = await setUp();
      await past('a');
      const stale = ledger.read('a');
      ledger.remove(['a']);
      expect(refusal(() => ledger.claim(stale, someone())).code).toBe('run-not-found');
    });
  });

  describe(`a ledger ${name}: values for other runs`, () => {
    const key = hex('fingerprint');
    const valued = (value: unknown, fingerprint = key) => succeeded(0, { value: storeValue(value), fingerprint });
    const found = (ledger: Ledger, fingerprint = key) => {
      const reusable = ledger.reusable([hex('unknown'), fingerprint, fingerprint]).get(fingerprint);
      return reusable && { value: restoreValue(reusable.value), run: reusable.run };
    };

    test('the newest run that has a value wins', async () => {
      const { ledger, past } = await setUp();
      await past('a', { facts: [valued('old')] });
      await past('b', { facts: [valued('new')] });
      await past('c', { facts: [valued('of something else', hex('other'))] });
      expect(found(ledger)).toEqual({ value: 'new', run: 'b' });
    });

    test('of one run the last value counts, and only what was asked for is given', async () => {
      const { ledger, past } = await setUp();
      await past('a', { facts: [valued(1), valued(2), valued(3, hex('other'))] });
      expect(found(ledger)).toEqual({ value: 2, run: 'a' });
      expect([...ledger.reusable([key, hex('other')]).keys()].sort()).toEqual([key, hex('other')].sort());
      expect([...ledger.reusable([key]).keys()]).toEqual([key]);
    });

    test('values large, small, undefined and not of JSON are found', async () => {
      const { ledger, past } = await setUp();
      for (const [i, value] of ['x'.repeat(5_000), 1, undefined, new Map([[1n, new Date(0)]])].entries()) {
        const fingerprint = hex(`value ${i}`);
        await past(`run-${i}`, { facts: [valued(value, fingerprint)] });
        expect(found(ledger, fingerprint)).toEqual({ value, run: `run-${i}` });
      }
    });

    test('a value of a leaf that wrote is never found, and hides no older one', async () => {
      const { ledger, past } = await setUp();
      await past('a', { facts: [{ ...valued('wrote'), wrote: true }] });
      expect(found(ledger)).toBeUndefined();
      await past('b', { facts: [valued('sound')] });
      await past('c', { facts: [{ ...valued('wrote'), wrote: true }] });
      expect(found(ledger)).toEqual({ value: 'sound', run: 'b' });
      await past('d', { facts: [valued('sound too'), { ...valued('wrote'), wrote: true }] });
      expect(found(ledger)).toEqual({ value: 'sound too', run: 'd' });
    });

    test('a leaf that failed gives none, and hides no older one', async () => {
      const { ledger, past } = await setUp();
      await past('a', { facts: [failed(0, { fingerprint: key })] });
      expect(found(ledger)).toBeUndefined();
      await past('b', { facts: [valued('sound')] });
      await past('c', {
        facts: [failed(0, { fingerprint: key }), failed(0, { fingerprint: key, outcome: 'timed-out' })],
      });
      expect(found(ledger)).toEqual({ value: 'sound', run: 'b' });
    });

    test('a value that was itself reused names the run that made it', async () => {
      const { ledger, past } = await setUp();
      await past('maker', { facts: [valued('made')] });
      await past('user', {
        facts: [{ kind: 'reused', node: 0, at: noon, value: storeValue('made'), fingerprint: key, from: 'maker' }],
      });
      expect(found(ledger)).toEqual({ value: 'made', run: 'maker' });
      ledger.remove(['maker']);
      expect(found(ledger)).toEqual({ value: 'made', run: 'maker' });
    });

    test('values of a run that is under way are found', async () => {
      const { begin, elsewhere } = await setUp();
      await begin('a', { facts: [valued('early')] });
      expect(found(await elsewhere())).toEqual({ value: 'early', run: 'a' });
    });
  });

  describe(`a ledger ${name}: plans for other runs`, () => {
    test('the newest plan with the key that was run is found, with the newest run of it', async () => {
      const { ledger, past } = await setUp();
      await past('a', { plan: 'old', key: 'k' });
      await past('b', { plan: 'new', key: 'k' });
      await past('c', { plan: 'other', key: 'l' });
      await past('d', { plan: 'nameless' });
      expect(ledger.planFor('k')).toEqual({ json: planNamed('new').json, madeAt: noon, run: 'b' });
      await past('e', { plan: 'old', key: 'k' });
      expect(ledger.planFor('k')).toMatchObject({ json: planNamed('old').json, run: 'e' });
      expect(ledger.planFor('none')).toBeUndefined();
    });

    test('a plan that was run under two keys is found by both', async () => {
      const { ledger, past } = await setUp();
      await past('a', { plan: 'same', key: 'k' });
      await past('b', { plan: 'same', key: 'l' });
      expect(ledger.planFor('l')).toMatchObject({ json: planNamed('same').json, run: 'b' });
      expect(ledger.planFor('k')).toMatchObject({ json: planNamed('same').json, run: 'a' });
    });

    test('a run that took the same plan from a file, and so has no key, is not named', async () => {
      const { ledger, past } = await setUp();
      await past('a', { plan: 'same', key: 'k' });
      await past('b', { plan: 'same' });
      expect(ledger.planFor('k')).toMatchObject({ json: planNamed('same').json, run: 'a' });
    });

    test('a plan whose runs were all removed is not found', async () => {
      const { ledger, past } = await setUp();
      await past('a', { plan: 'old', key: 'k' });
      await past('b', { plan: 'new', key: 'k' });
      ledger.remove(['b']);
      expect(ledger.planFor('k')).toMatchObject({ json: planNamed('old').json, run: 'a' });
      ledger.remove(['a']);
      expect(ledger.planFor('k')).toBeUndefined();
    });
  });

  describe(`a ledger ${name}: removing`, () => {
    test('a removed run is gone, with its facts and values, and the others stay', async () => {
      const { ledger, past } = await setUp();
      const fingerprint = hex('x');
      await past('a', { facts: [succeeded(0, { fingerprint })] });
      await past('b', { facts: [succeeded(1)] });
      ledger.remove(['a']);
      expect(ledger.runs().map(({ id }) => id)).toEqual(['b']);
      expect(refusal(() => ledger.read('a')).code).toBe('run-not-found');
      expect(ledger.reusable([fingerprint])).toEqual(new Map());
      expect(ledger.read('b').facts).toEqual([succeeded(1)]);
    });

    test('where one of them has a living owner or is unknown, none is removed', async () => {
      const { ledger, past, begin } = await setUp();
      await past('a', { facts: [succeeded(0)] });
      await begin('owned');
      expect(refusal(() => ledger.remove(['a', 'owned'])).code).toBe('run-owned');
      expect(refusal(() => ledger.remove(['a', 'unknown'])).code).toBe('run-not-found');
      expect(ledger.runs().map(({ id }) => id)).toEqual(['owned', 'a']);
      expect(ledger.read('a').facts).toEqual([succeeded(0)]);
    });

    test('a run of a dead owner can be removed', async () => {
      const { ledger, sees } = await setUp();
      const owner = someone();
      ledger.begin(headOf('a'), planNamed('one'), owner);
      sees(owner, 'gone');
      ledger.remove(['a']);
      expect(ledger.runs()).toEqual([]);
    });

    test('who was taken for dead hears that its run was removed', async () => {
      const { ledger, sees } = await setUp();
      const owner = someone();
      const writer = ledger.begin(headOf('a'), planNamed('one'), owner);
      sees(owner, 'gone');
      ledger.remove(['a']);
      expect((await refusalOf(writer.append([started(0)]))).code).toBe('run-owned');
    });

    test('what no run needs is dropped, and nothing else', async () => {
      const { ledger, past, elsewhere } = await setUp();
      const [shared, alone, kept] = [large('shared'), large('alone'), large('kept')];
      await past('a', { plan: 'dropped', facts: [succeeded(0, { value: shared }), succeeded(1, { value: alone })] });
      await past('b', { plan: 'stays', key: 'k', facts: [succeeded(0, { value: shared }), failed(1)] });
      await past('c', { plan: 'stays', facts: [succeeded(2, { value: kept })] });
      const [b, c] = [ledger.read('b'), ledger.read('c')];
      expect(ledger.collect()).toMatchObject({ plans: 0, values: 0 });
      ledger.remove(['a']);
      expect(ledger.collect()).toMatchObject({ plans: keepsPlansApart ? 1 : 0, values: 1 });
      expect(ledger.collect()).toMatchObject({ plans: 0, values: 0, bytes: 0 });
      const other = await elsewhere();
      expect([other.read('b'), other.read('c')]).toEqual([b, c]);
      expect(other.planFor('k')?.json).toBe(planNamed('stays').json);
    });

    test('a run goes on after others were dropped', async () => {
      const { ledger, past, begin } = await setUp();
      await past('a', { facts: [succeeded(0, { value: large('a') })] });
      const writer = await begin('b', { facts: [started(0)] });
      ledger.remove(['a']);
      ledger.collect();
      await writer.append([succeeded(0, { value: large('a') })]);
      expect(ledger.read('b').facts).toEqual([started(0), succeeded(0, { value: large('a') })]);
      await past('c');
      expect(ledger.runs().map(({ id }) => id)).toEqual(['c', 'b']);
    });
  });
}
