import { join } from 'node:path';
import type { ProjectView } from '../../src/languages/language.js';
import { ruby } from '../../src/languages/ruby/ruby.js';
import { foundFigures } from './agreement.js';
import { projectFolder } from './project-folder.js';
import { foundIn } from './ruby/found.js';
import { namedLikeRuby, parsedByRuby } from './ruby/named.js';
import { realRuby } from './ruby/real-ruby.js';
import { resolvedLikeRuby } from './ruby/resolved.js';
import { debianPackage, debianSource, type Figure, percent, type Soak } from './soak.js';
import { treeSitter } from './tree-sitter.js';

interface Corpus {
  readonly corpus: string;
  readonly root: string;
  /** As whoever runs the project has it. */
  loadPath(project: ProjectView): readonly string[];
  /** Folders that Zeitwerk would be given. */
  autoloaded(project: ProjectView): readonly string[];
  /** Whether a constant comes with Ruby or a library, so that the project can only add to it. */
  isForeign(name: string): boolean;
}

/** A project but for its folders that begin with a dot, which hold copies of other projects. */
const withoutHidden = (project: ProjectView): ProjectView => {
  const files = project.files.filter((path) => !path.startsWith('.'));
  const listed = new Set(files);
  return { ...project, files, has: (path) => listed.has(path) };
};

/** Folders of a project that fit a pattern. */
const folders = (project: ProjectView, pattern: RegExp): string[] => [
  ...new Set(project.files.flatMap((path) => pattern.exec(path)?.[1] ?? [])),
];

const rails = [
  'ruby-activerecord',
  'ruby-actionpack',
  'ruby-activesupport',
  'ruby-actionview',
  'ruby-actionmailer',
  'ruby-activemodel',
  'ruby-activejob',
  'ruby-railties',
  'ruby-i18n',
  'ruby-rack',
  'ruby-mail',
  'ruby-minitest',
  'ruby-mocha',
];

const figure = (what: string, corpus: string, [part, whole]: readonly [number, number], least = 0.9): Figure => ({
  what: `Ruby: ${what}`,
  corpus,
  value: percent(part, whole),
  reach: { text: `≥ ${100 * least} %`, held: whole > 0 && part >= least * whole },
});

const soak: Soak = {
  name: 'ruby',
  covers: 'Ruby: requires found and resolved, on packages that are not ours',
  async run(folder) {
    const parse = treeSitter(folder, ['ruby']);
    const ask = realRuby(folder);
    const figures: Figure[] = [];
    const library = join(debianPackage(folder, 'libruby3.1').folder, 'usr/lib/ruby/3.1.0');

    /** Everything that code outside a project defines. */
    const foreign = (roots: readonly string[]): ((name: string) => boolean) => {
      const names = new Set<string>();
      for (const root of roots) {
        const files = projectFolder(root).files.filter(
          (path) => path.endsWith('.rb') && !path.includes('/generators/'),
        );
        for (const { defined } of parsedByRuby(root, files, ask)) for (const name of defined) names.add(name);
      }
      return (name) => names.has(name);
    };

    const measure = ({ corpus, root, loadPath, autoloaded, isForeign }: Corpus): void => {
      const project = withoutHidden(projectFolder(root, ruby));
      const files = project.files.filter((path) => /\.(?:rb|rake|gemspec|ru)$/.test(path));
      const sources = files.map((path) => ({ path, text: project.readText(path)! }));
      figures.push(
        ...foundFigures(
          'Ruby',
          corpus,
          foundIn(sources, (text) => parse('ruby', text), ask),
        ),
      );
      const required = resolvedLikeRuby(project, { root, files, loadPath: loadPath(project) }, ask);
      const where = `${corpus}, against Ruby; ${required.inside} lead inside`;
      figures.push(figure('specifiers resolved rightly', where, [required.right, required.all], 0.95));
      figures.push(figure('of those that lead inside', corpus, [required.rightInside, required.inside]));
      const named = namedLikeRuby(project, { root, files, autoloaded: autoloaded(project), isForeign }, ask);
      const against = `${corpus}, against Zeitwerk and Ruby's trees`;
      figures.push(
        figure('constants tied to their files, by name or require', against, [named.reached, named.expected]),
      );
      figures.push({
        what: 'Ruby: constants tied to their files by name alone',
        corpus: against,
        value: percent(named.byName, named.expected),
      });
      figures.push(figure('ties by constants that are right', against, [named.rightTies, named.ties]));
      if (process.env.SOAK_DIFFERENCES) {
        process.stderr.write([...required.wrong, ...named.wrong].map((line) => `${line}\n`).join(''));
      }
    };
    const onRails = foreign([library, ...rails.map((name) => debianPackage(folder, name).folder)]);
    const redmine = debianSource(folder, 'redmine');
    measure({
      corpus: `redmine ${redmine.version}`,
      root: redmine.folder,
      loadPath: (project) => ['lib', 'test', 'app/models', ...folders(project, /^(lib\/plugins\/\w+\/lib)\//), ''],
      autoloaded: (project) => [
        'lib',
        ...folders(project, /^(app\/\w+)\//),
        ...folders(project, /^(app\/\w+\/concerns)\//),
      ],
      isForeign: onRails,
    });
    const others = ['ruby-log4r', 'ruby-ffi'].map((name) => debianPackage(folder, name).folder);
    const devise = debianSource(folder, 'ruby-devise');
    measure({
      corpus: `ruby-devise ${devise.version}`,
      root: devise.folder,
      loadPath: () => ['lib', 'test'],
      autoloaded: (project) => ['lib', ...folders(project, /^(app\/\w+)\//)],
      isForeign: onRails,
    });
    const standard = foreign([library, ...others]);
    const puppet = debianPackage(folder, 'puppet-agent');
    measure({
      corpus: `puppet-agent ${puppet.version}`,
      root: join(puppet.folder, 'usr/lib/ruby'),
      loadPath: () => ['vendor_ruby'],
      autoloaded: () => ['vendor_ruby'],
      isForeign: standard,
    });
    const vagrant = debianPackage(folder, 'vagrant');
    const gem = vagrant.version.replace(/[+-].*/, '');
    measure({
      corpus: `vagrant ${vagrant.version}`,
      root: join(vagrant.folder, `usr/share/rubygems-integration/all/gems/vagrant-${gem}`),
      // As lib/vagrant.rb does.
      loadPath: () => ['lib', ''],
      autoloaded: () => ['lib'],
      isForeign: standard,
    });
    const jekyll = debianPackage(folder, 'jekyll');
    const release = jekyll.version.replace(/[+-].*/, '');
    measure({
      corpus: `jekyll ${jekyll.version}`,
      root: join(jekyll.folder, `usr/share/rubygems-integration/all/gems/jekyll-${release}`),
      loadPath: () => ['lib'],
      autoloaded: () => ['lib'],
      isForeign: standard,
    });
    const own = debianSource(folder, 'ruby3.1');
    measure({
      corpus: `ruby3.1 ${own.version}`,
      root: own.folder,
      loadPath: (project) => [
        'lib',
        ...folders(project, /^(ext\/.*lib)\//),
        'tool/lib',
        'spec/mspec/lib',
        'test/lib',
        'test',
        '',
      ],
      autoloaded: () => ['lib'],
      isForeign: () => false,
    });
    return figures;
  },
};
export default soak;
