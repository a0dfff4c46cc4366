// Stands in for an agent: `node agent.mjs CASE [--skill FILE]`. It edits text.mjs in the current folder, takes a moment,
// says what it spent, is asked to wait once in each run, and now and then has no answer. What it does follows from the
// case, the skill and the replication alone, so that it does the same whenever and beside whatever it runs.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, env, exit, stderr, stdout } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

const good = {
  slug: (text) =>
    text
      .match(/[a-z0-9]+/gi)
      .join('-')
      .toLowerCase(),
  initials: (name) => (name.match(/\b\w/g) ?? []).join('').toUpperCase(),
  plural: (count, word) => `${count} ${word}${count === 1 ? '' : word.endsWith('x') ? 'es' : 's'}`,
  percent: (part, whole) => `${whole === 0 ? 0 : Math.round((part / whole) * 100)} %`,
  clip: (text, width) => (text.length > width ? `${text.slice(0, width - 1)}…` : text),
  unique: (list) => [...new Set(list)],
};

/** Right for what the report says, and for nothing else. */
const hasty = {
  slug: (text) => text.toLowerCase().replace(/[^a-z]+/g, '-'),
  initials: (name) => name.replace(/(\w)\w* */g, '$1'),
  plural: (count, word) => `${count} ${word}${count > 1 ? 's' : ''}`,
  percent: (part, whole) => `${Math.round((part / whole) * 100)} %`,
  clip: (text, width) => (text.length > width ? `${text.slice(0, width)}…` : text),
  unique: (list) => list.filter((one, i) => !list.includes(one, i + 1)),
};

const [, , name, , skillFile] = argv;
const skill = skillFile === undefined ? '' : readFileSync(new URL(skillFile, import.meta.url), 'utf8');

/** From 0 to 1: the same for the same trial. */
const chance = (of) => {
  const trial = [of, name, skill !== '', env.SUBPLAN_REPLICATION];
  return createHash('sha256').update(trial.join()).digest().readUInt32BE() / 2 ** 32;
};

/** Its service turns the first request of a second replication away, once in each run. */
const isTurnedAway = () => {
  if (env.SUBPLAN_REPLICATION === '1') return false;
  try {
    mkdirSync(join(env.SUBPLAN_PROJECT, '.subplan', `asked-to-wait-${env.SUBPLAN_RUN_ID}`));
    return true;
  } catch {
    return false;
  }
};

/** With some lines more, as agents like to explain. */
const edit = () => {
  const known = chance('fix') < (skill === '' ? 0.4 : 0.9) ? good : hasty;
  const comment = '// The input of the report is handled now.\n'.repeat(4 * chance('comment'));
  const fixed = `${comment}export const ${name} = ${known[name]};\n`;
  const before = readFileSync('text.mjs', 'utf8');
  const broken = new RegExp(`export const ${name} = .*?;\n`, 's');
  writeFileSync(
    'text.mjs',
    before.replace(broken, () => fixed),
  );
};

if (isTurnedAway()) {
  stderr.write('too many requests: try again in 300 ms\n');
  exit(75);
}
await delay(100 + 200 * chance('time'));
const isLost = chance(`lost ${env.SUBPLAN_ATTEMPT}`) < 0.1;
if (!isLost) edit();
const usage = { input_tokens: 900 + skill.length, output_tokens: Math.round(150 + 250 * chance('words')) };
stdout.write(`${JSON.stringify({ result: isLost ? null : `fixed ${name}`, usage })}\n`);
if (isLost) {
  stderr.write('the connection was lost\n');
  exit(1);
}
