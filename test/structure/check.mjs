// Holds the structure rules of .dependency-cruiser.mjs over a source folder (src by default).
//   node test/structure/check.mjs [--root FOLDER]
// A checker that sees nothing finds nothing wrong, so seeing too few files is itself a failure.
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cruise } from 'dependency-cruiser';
import rules from '../../.dependency-cruiser.mjs';

const at = process.argv.indexOf('--root');
const root = resolve(at < 0 ? '.' : process.argv[at + 1]);
const sources = readdirSync(join(root, 'src'), { recursive: true }).filter((file) => file.endsWith('.ts'));

const { output } = await cruise(['src'], {
  ...rules.options,
  baseDir: root,
  validate: true,
  ruleSet: { forbidden: rules.forbidden },
});
const seen = output.modules.filter(({ source }) => source.startsWith('src/')).length;
const imports = output.modules.reduce((sum, { dependencies }) => sum + dependencies.length, 0);

for (const { from, to, rule } of output.summary.violations) {
  const { comment } = rules.forbidden.find(({ name }) => name === rule.name) ?? {};
  process.stderr.write(`${from} imports ${to}: ${rule.name}\n  ${comment}\n`);
}
if (seen < sources.length || imports === 0) {
  process.stderr.write(
    `only ${seen} of ${sources.length} files and ${imports} imports were seen: the check did not work\n`,
  );
  process.exitCode = 1;
} else if (output.summary.violations.length > 0) process.exitCode = 1;
else process.stdout.write(`structure: ${seen} files, ${imports} imports, no rule broken\n`);
