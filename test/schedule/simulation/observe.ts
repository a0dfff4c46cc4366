import type { Command, Input } from '../../../src/schedule/protocol.js';
import type { Facts } from './facts.js';

/** Names the situations a decision was made in, so that a corpus can be asked whether it has them. */
export const observe = (facts: Facts, input: Input, note: (what: string) => void): void => {
  if (!facts.hasBegun && input.type !== 'begin') note('asked before it began');
  if (facts.isFinished) note('asked after its finish');
  if (input.type === 'limit' && input.maxParallel < facts.running.size) note('limit below what runs');
  if (facts.isFinished || !facts.hasBegun) return;
  if (input.type === 'cancel' && facts.early?.how === 'stop') note('stop, then cancel');
  if (input.type === 'cancel' && facts.running.size > 1) note('cancel while several run');
  if (input.type === 'stop' && facts.backingOff.size > 0) note('stop while backing off');
  if (input.type === 'cancel' && facts.backingOff.size > 0) note('cancel while backing off');
  if (input.type === 'stop' && facts.early) note('stop of what has ended early');
  if (facts.isPaused && input.type === 'ended') note('end while paused');
  if (facts.isPaused && (input.type === 'stop' || input.type === 'cancel')) note(`${input.type} while paused`);
};

export const observeCommand = (facts: Facts, command: Command, note: (what: string) => void): void => {
  if (command.type === 'settle') {
    note(`${facts.isLeaf(command.node) ? 'leaf' : 'branch'} ${command.outcome}`);
    if (command.outcome === 'succeeded' && command.attempts > 1) note('succeeded at a later attempt');
    if (command.because) note(`because of ${command.because.kind}`);
  } else if (command.type === 'start') {
    if (command.attempt > 1) note(`${facts.isLeaf(command.node) ? 'leaf' : 'rollup'} tried again`);
    if (command.alone) note('suspect started alone');
    if (facts.early) note('rollup after a stop');
    if (facts.backingOff.size > 0) note('started while others back off');
    if (facts.work.leaves.some((_, leaf) => facts.isIdle(leaf) && !facts.hasRoom(leaf)))
      note('started past a full limit');
  } else if (command.type === 'finish') note(`run ${command.status}`);
  else if (command.type === 'stopping' || command.type === 'cancelling')
    note(`${command.type}: ${reason(command.why)}`);
};

const reason = (why: string): string => (why.startsWith('onFailure') ? 'failures' : 'user');
