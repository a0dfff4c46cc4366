import type { Command, Input } from '../../../src/schedule/protocol.js';
import type { ScheduleSettings } from '../../../src/schedule/work.js';
import type { Facts } from './facts.js';
import type { Referee } from './referee.js';
import { modeOf } from './some-settings.js';

type Note = (what: string) => void;

export const observeSettings = (settings: ScheduleSettings, note: Note): void => {
  note(`order: ${settings.order}`);
  note(`onFailure: ${modeOf(settings.onFailure)}`);
  const { rates, budget, sampling } = settings;
  if (rates && budget && sampling) note('rates, budget and sampling together');
  if (sampling) note(`pick ${sampling.pick}, ${sampling.selects ? 'with' : 'without'} a choice`);
};

/** Names the situations a decision was made in, so that a corpus can be asked whether it has them. */
export const observe = (referee: Referee, input: Input, note: Note): void => {
  const { facts } = referee;
  if (!facts.hasBegun && input.type !== 'begin') note('asked before it began');
  if (facts.isFinished) note('asked after its finish');
  if (input.type === 'limit' && input.maxParallel < facts.running) note('limit below what runs');
  if (input.type === 'limit' && referee.throttle.isOn) note('limit while rate limits have cut the cap');
  if (facts.isFinished || !facts.hasBegun) return;
  if (input.type === 'cancel' && facts.early?.how === 'stop') note(`stop by ${facts.early.by}, then cancel`);
  if (input.type === 'cancel' && facts.running > 1) note('cancel while several run');
  if (input.type === 'stop' && facts.backingOff > 0) note('stop while backing off');
  if (input.type === 'cancel' && facts.backingOff > 0) note('cancel while backing off');
  if (input.type === 'stop' && facts.early) note('stop of what has ended early');
  if (facts.isPaused && input.type === 'ended') note('end while paused');
  if (facts.isPaused && (input.type === 'stop' || input.type === 'cancel')) note(`${input.type} while paused`);
  if (input.type === 'cancel-leaf' || input.type === 'retry-leaf') observeLeaf(facts, input, note);
  if (input.type === 'ended') observeEnd(facts, input, note);
};

const observeLeaf = (facts: Facts, input: Extract<Input, { type: 'cancel-leaf' | 'retry-leaf' }>, note: Note): void => {
  const { outcome, isLeaf, tries, winner } = facts.nodes[input.node];
  if (!isLeaf) return note(`${input.type} of a branch`);
  if (outcome) return note(`${input.type} of a leaf that is ${outcome}`);
  for (const { state } of tries) note(`${input.type} of a leaf with a try ${state}`);
  if (winner) note(`${input.type} of a leaf that is decided`);
};

const observeEnd = (facts: Facts, input: Extract<Input, { type: 'ended' }>, note: Note): void => {
  const known = facts.nodes[input.node];
  const one = facts.tryOf(input);
  const { kind } = input.end;
  if (known.isVoid) note(`void rollup ended ${kind}`);
  if (known.isSuperfluous(one)) note(`superfluous try ended ${kind}`);
  if (kind === 'rate-limited' && facts.early) note(`rate-limited after a ${facts.early.how}`);
  if (facts.early?.by === 'budget' && one.isAsked) note(`asked to end by the budget, ended ${kind}`);
};

export const observeCommand = (referee: Referee, command: Command, note: Note): void => {
  const { facts } = referee;
  switch (command.type) {
    case 'settle':
      return observeSettle(facts, command, note);
    case 'start':
      return observeStart(referee, command, note);
    case 'select':
      return note('one is chosen');
    case 'slow-down':
      return note(command.isNew ? 'an episode opens' : 'an episode lasts longer');
    case 'speed-up':
      return note(referee.throttle.isOn ? 'sped up a little' : 'sped up to the full');
    case 'budget':
      if (command.of === 'time' && command.level === 'hard') observeDeadline(facts, note);
      return note(`budget: ${command.level} ${command.of}`);
    case 'reopen':
      return note(`${facts.isLeaf(command.node) ? 'leaf' : 'branch'} opened again`);
    case 'finish':
      note(`run ${command.status}`);
      return note(`ended by ${command.by}`);
    case 'stopping':
    case 'cancelling':
      return note(`${command.type}: ${facts.early?.by}`);
  }
};

/** What holds up the next one to start, of what the clock or others decide. */
export const observeQueue = ({ facts, starts, throttle, buckets, budget }: Referee, note: Note): void => {
  const { first: next } = starts;
  if (!next) return;
  const what = facts.isLeaf(next.node) ? 'leaf' : 'rollup';
  if (facts.now < throttle.until) note(`${what} waits for a service`);
  else if (!budget.fits(next.node)) note(`${what} waits for what others leave of the budget`);
  else if (buckets.readyAt(next.node) > facts.now) note(`${what} waits for a bucket`);
};

const observeSettle = (facts: Facts, command: Extract<Command, { type: 'settle' }>, note: Note): void => {
  const { node, outcome, attempts, because, sample } = command;
  const known = facts.nodes[node];
  note(`${known.isLeaf ? 'leaf' : 'branch'} ${outcome}`);
  if (outcome === 'succeeded' && attempts > 1) note('succeeded at a later attempt');
  if (because) note(`because of ${because.kind}`);
  if (outcome === 'succeeded' && (sample?.try ?? 1) > 1) note('a later try wins');
  if (outcome === 'succeeded' && (sample?.round ?? 1) > 1) note('a later round wins');
  if (known.accepted.length > 0 && outcome !== 'succeeded') note('accepted in vain');
  if (known.accepted.length > 1) note(`several accepted, pick ${known.sampling.pick}`);
  if (outcome === 'budget-stopped' && !facts.early) note(`did not fit${known.hasBegun ? ', begun' : ''}`);
  if (known.openings > 1) note(`${known.isLeaf ? 'leaf' : 'branch'} settled again: ${outcome}`);
};

const observeDeadline = ({ early, nodes }: Facts, note: Note): void => {
  if (early && early.by !== 'budget') note('deadline after an early end');
  const isRolling = nodes.some(({ isLeaf, isRunning }) => !isLeaf && isRunning);
  if (isRolling) note('deadline while rolling up');
};

const observeStart = ({ facts, throttle }: Referee, command: Extract<Command, { type: 'start' }>, note: Note): void => {
  const isLeaf = facts.isLeaf(command.node);
  if (command.attempt > 1) note(`${isLeaf ? 'leaf' : 'rollup'} tried again`);
  if (command.round > 1) note('a further round');
  if (command.alone) note('suspect started alone');
  if (facts.early && !isLeaf) note('rollup after a stop');
  if (facts.early && isLeaf) note('lost attempt started again after a stop');
  if (facts.backingOff > 0) note('started while others back off');
  if (throttle.isOn && facts.running === throttle.most) note('as many as rate limits leave');
  const isFull = facts.work.leaves.some((_, leaf) => {
    const { outcome, tries } = facts.nodes[leaf];
    return outcome === undefined && tries.some(({ state }) => state === 'idle') && !facts.named.hasRoom(leaf);
  });
  if (isFull) note('started past a full limit');
};
