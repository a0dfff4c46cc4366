import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { isForeground, isForegroundStat } from '../../src/cli/foreground.js';
import { type KeyboardParts, terminalKeyboard } from '../../src/cli/keyboard.js';

/** A terminal that keeps what is done to it. */
const terminal = ({ foreground = true, onKill = (): void => {} } = {}) => {
  const done: string[] = [];
  const told: string[] = [];
  const state = { foreground, isRaw: false };
  const keep =
    (name: string) =>
    (...given: readonly unknown[]): void =>
      void done.push([name, ...given].join(' '));
  const stdin = Object.assign(new EventEmitter(), {
    setRawMode: (isRaw: boolean) => {
      state.isRaw = isRaw;
      keep('raw')(isRaw);
    },
    resume: keep('resume'),
    pause: keep('pause'),
    unref: keep('unref'),
  });
  const system = Object.assign(new EventEmitter(), {
    kill: (pid: number, signal: string) => {
      done.push(`kill ${pid} ${signal} ${state.isRaw ? 'raw' : 'as it was'}`);
      onKill();
    },
  });
  const parts = { stdin, system, isForeground: () => state.foreground } as unknown as KeyboardParts;
  const listening = terminalKeyboard(parts).listen((text) => told.push(text));
  return { stdin, system, state, done, told, listening };
};

describe('the keyboard of a terminal', () => {
  it('is raw while it is listened to, and never keeps the process alive', () => {
    const { stdin, state, done, told, listening } = terminal();
    expect([state.isRaw, listening.isOn()]).toEqual([true, true]);
    expect(done.at(-1)).toBe('unref');
    stdin.emit('data', Buffer.from('x'));
    expect(told).toEqual(['x']);
  });

  it('is given back when nobody listens any more, with no listener left', () => {
    const { stdin, system, state, done, listening } = terminal();
    listening.stop();
    listening.stop();
    expect([state.isRaw, listening.isOn(), done.at(-1)]).toEqual([false, false, 'pause']);
    expect([stdin.listenerCount('data'), system.listenerCount('exit'), system.listenerCount('SIGCONT')]).toEqual([
      ...[0, 0, 0],
    ]);
  });

  it('is given back when the process ends in whatever way', () => {
    const { system, state } = terminal();
    system.emit('exit');
    expect(state.isRaw).toBe(false);
  });

  it('a character that comes in pieces is whole', () => {
    const { stdin, told } = terminal();
    const [first, ...rest] = Buffer.from('ж');
    stdin.emit('data', Buffer.from([first]));
    stdin.emit('data', Buffer.from(rest));
    expect(told.join('')).toBe('ж');
  });

  it('a terminal that is gone says nothing', () => {
    const { stdin } = terminal();
    expect(() => stdin.emit('error', new Error('EIO'))).not.toThrow();
  });

  it('is given back before the process stops, and taken again when it goes on', () => {
    const { done, state, listening } = terminal();
    listening.pass('SIGTSTP');
    expect(done).toContain('kill 0 SIGTSTP as it was');
    expect([state.isRaw, listening.isOn()]).toEqual([true, true]);
  });

  it('is left alone where the process goes on in the background, until it is in the foreground', () => {
    const { system, state, done, told, stdin, listening } = terminal({
      onKill: () => {
        state.foreground = false;
      },
    });
    listening.pass('SIGTSTP');
    const before = done.length;
    system.emit('SIGCONT');
    stdin.emit('data', Buffer.from('x'));
    expect([state.isRaw, listening.isOn(), told, done.length]).toEqual([false, false, [], before]);
    state.foreground = true;
    system.emit('SIGCONT');
    expect([state.isRaw, listening.isOn()]).toEqual([true, true]);
  });

  it('stopped by another hand, it makes the terminal raw again: who had it meanwhile has changed it', () => {
    const { system, done, listening } = terminal();
    done.length = 0;
    system.emit('SIGCONT');
    expect(done.filter((one) => one.startsWith('raw'))).toEqual(['raw false', 'raw true']);
    expect(listening.isOn()).toBe(true);
  });

  it('stopped by another hand and in the background then, it neither reads nor changes it', () => {
    const { stdin, system, state, done, listening } = terminal();
    done.length = 0;
    state.foreground = false;
    system.emit('SIGCONT');
    expect([done, stdin.listenerCount('data'), listening.isOn()]).toEqual([['pause'], 0, false]);
  });

  it('of a job in the background is not touched: the system would stop it', () => {
    const { done, listening } = terminal({ foreground: false });
    expect([done, listening.isOn()]).toEqual([[], false]);
    listening.stop();
    expect(done).toEqual([]);
  });

  it('a system that does not know the signal goes on', () => {
    const { listening } = terminal({
      onKill: () => {
        throw new Error('ENOSYS');
      },
    });
    listening.pass('SIGTSTP');
    expect(listening.isOn()).toBe(true);
  });
});

describe('a job', () => {
  it.each([
    ['the foreground', '9 (node) S 1 42 7 34816 42 0', true],
    ['the background', '9 (node) S 1 42 7 34816 43 0', false],
    ['no terminal', '9 (node) S 1 42 7 0 -1 0', true],
    ['the background, with a name that looks like the rest', '9 (a) S 1 42 7 3 42 (b) S 1 42 7 34816 43 0', false],
  ])('is in %s', (_, stat, expected) => {
    expect(isForegroundStat(stat)).toBe(expected);
  });

  it('is always in the foreground where there is no other', () => {
    expect(isForeground('win32')).toBe(true);
  });
});
