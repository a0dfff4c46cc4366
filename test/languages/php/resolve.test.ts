import { describe, expect, test } from 'vitest';
import type { SpecifierKind } from '../../../src/domain/specifier.js';
import { php } from '../../../src/languages/php/php.js';
import { projectView } from '../project-view.js';

/** A project from its files: those that end in `.php` without an opening tag get one. */
const project = (texts: Record<string, string>, hidden: Record<string, string> = {}) => {
  const files = Object.entries(texts).map(([path, text]) => [path, path.endsWith('.php') ? `<?php ${text}` : text]);
  const resolve = php.resolver(projectView(Object.fromEntries(files), { hidden, language: php }));
  const ofKind = (kind: SpecifierKind) => (from: string, text: string) => resolve(from, { text, kind });
  return { import: ofKind('import'), name: ofKind('name'), include: ofKind('include') };
};
const composer = (autoload: object, rest: object = {}) => JSON.stringify({ autoload, ...rest });

describe('classes by composer.json', () => {
  test('PSR-4: the longest prefix first, several folders for a prefix, development too', () => {
    const resolve = project({
      'composer.json': composer(
        { 'psr-4': { 'App\\': ['src/', 'lib'], 'App\\Admin\\': './admin' } },
        { 'autoload-dev': { 'psr-4': { 'App\\Tests\\': 'tests/' } } },
      ),
      'src/Kernel.php': 'namespace App; class Kernel {}',
      'lib/Tool/Hammer.php': 'namespace App\\Tool; class Hammer {}',
      'admin/Panel.php': 'namespace App\\Admin; class Panel {}',
      'src/Admin/Other.php': '',
      'tests/KernelTest.php': 'namespace App\\Tests; class KernelTest {}',
    });
    expect(resolve.import('src/x.php', 'App\\Kernel')).toEqual(['src/Kernel.php']);
    expect(resolve.import('src/x.php', 'App\\Tool\\Hammer')).toEqual(['lib/Tool/Hammer.php']);
    expect(resolve.import('src/x.php', 'App\\Admin\\Panel')).toEqual(['admin/Panel.php']);
    expect(resolve.name('src/x.php', 'App\\Tests\\KernelTest')).toEqual(['tests/KernelTest.php']);
    // By its place only: the file was not read, or makes the class in some way that cannot be seen.
    expect(resolve.import('src/x.php', 'App\\Admin\\Other')).toEqual(['src/Admin/Other.php']);
  });

  test('below a prefix of the project what is not there is missing; anything else is external', () => {
    const resolve = project({
      'composer.json': composer({ 'psr-4': { 'App\\': 'src', '': 'any' } }),
      'src/A.php': 'namespace App; class A {}',
    });
    expect(resolve.import('src/A.php', 'App\\Generated\\B')).toBe('missing');
    expect(resolve.import('src/A.php', 'Application\\B')).toBe('external');
    expect(resolve.import('src/A.php', 'App')).toBe('external');
    expect(resolve.import('src/A.php', 'Exception')).toBe('external');
    expect(resolve.import('src/A.php', 'function App\\f')).toBe('external');
    expect(resolve.name('src/A.php', 'App\\B')).toBe('external');
  });

  test('a repository of many packages, each with its own composer.json', () => {
    const resolve = project({
      'composer.json': composer({ 'psr-4': { 'Acme\\': 'src/Acme/' } }),
      'src/Acme/Mail/composer.json': composer({ 'psr-4': { 'Acme\\Mail\\': '' } }),
      'src/Acme/Mail/Sender.php': 'namespace Acme\\Mail; class Sender {}',
      'src/Acme/Log/composer.json': composer({ 'psr-4': { 'Acme\\Log\\': '' } }),
      'src/Acme/Log/Logger.php': 'namespace Acme\\Log; class Logger {}',
    });
    expect(resolve.import('src/Acme/Log/Logger.php', 'Acme\\Mail\\Sender')).toEqual(['src/Acme/Mail/Sender.php']);
    expect(resolve.import('src/Acme/Log/Logger.php', 'Acme\\Mail\\Nobody')).toBe('missing');
  });

  test('PSR-0, where underscores in names of classes are folders', () => {
    const resolve = project({
      'composer.json': composer({ 'psr-0': { Twig_: 'lib/', 'Vendor_A\\': 'lib' } }),
      'lib/Twig/Node/If.php': '',
      'lib/Vendor_A/Sub/Cl/ass.php': '',
    });
    expect(resolve.name('a.php', 'Twig_Node_If')).toEqual(['lib/Twig/Node/If.php']);
    expect(resolve.name('a.php', 'Vendor_A\\Sub\\Cl_ass')).toEqual(['lib/Vendor_A/Sub/Cl/ass.php']);
    expect(resolve.import('a.php', 'Twig_Node_Else')).toBe('external');
  });

  test('of files that declare one class, that of its PSR-4 place, then that of a class map, then the nearest', () => {
    const declares = 'namespace App; class A {} class B {} class C {} function f() {}';
    const resolve = project({
      'composer.json': composer({
        'psr-4': { 'App\\': 'src' },
        classmap: ['maps/', 'src/A.php'],
        'exclude-from-classmap': ['maps/**/Tests/', 'maps/a*.php'],
      }),
      'src/A.php': declares,
      'maps/abc.php': declares,
      'maps/map.php': declares,
      'maps/x/Tests/map.php': declares,
      'tests/one/B.php': 'namespace App; class A {} class B {} function f() {}',
      'tests/two/C.php': 'namespace App2; class C {}',
      'tests/three/C.php': 'namespace App2; class C {}',
    });
    expect(resolve.import('tests/one/x.php', 'App\\A')).toEqual(['src/A.php']);
    expect(resolve.import('tests/one/x.php', 'App\\B')).toEqual(['maps/map.php']);
    expect(resolve.import('src/x.php', 'App\\B')).toEqual(['src/A.php']);
    expect(resolve.import('tests/two/x.php', 'App2\\C')).toEqual(['tests/two/C.php']);
    expect(resolve.import('tests/three/x.php', 'App2\\C')).toEqual(['tests/three/C.php']);
    expect(resolve.import('tests/one/x.php', 'function App\\f')).toEqual(['tests/one/B.php']);
  });

  test('one that is kept out of the inventory still counts', () => {
    const resolve = project(
      { 'pkg/src/A.php': '', 'pkg/README': '' },
      { 'pkg/composer.json': composer({ 'psr-4': { 'P\\': 'src' } }) },
    );
    expect(resolve.import('pkg/x.php', 'P\\A')).toEqual(['pkg/src/A.php']);
    expect(resolve.import('pkg/x.php', 'P\\B')).toBe('missing');
  });

  test('a broken one is no reason to fail', () => {
    const broken = ['', '{', '[]', 'null', '{"autoload":1}', '{"autoload":{"psr-4":[1,{}]}}'];
    const odd = [
      '{"autoload":{"psr-4":{"A\\\\":[1,null,"../../out"]},"classmap":{"a":1},"exclude-from-classmap":["(["]}}',
    ];
    for (const text of [...broken, ...odd]) {
      expect(project({ 'composer.json': text, 'a.php': '' }).import('a.php', 'X\\Y')).toBe('external');
    }
  });
});

describe('classes by what files declare', () => {
  const resolve = project({
    'inc/class-user.php': 'class User {} interface HasName {}',
    'inc/util.php': 'namespace My\\Util; function slug() {} const LIMIT = 1; class Slug {}',
    'one/fixture.php': 'namespace F; enum Suit {}',
    'two/fixture.php': 'namespace F; trait Suit {}',
    'polyfill/Stringable.php': 'interface Stringable {} class stdClass {}',
    'view.phtml': '<p><?php class InView {} ?>',
    'notes.txt': '<?php class InText {}',
    'user.php':
      'use My\\Util; use My; use Other\\Space; new Util\\Slug; Util\\Nobody::x(); new Space\\X; new Util\\Slug\\Deep;',
  });

  test('whatever the file is called, and in whatever case', () => {
    expect(resolve.name('a.php', 'User')).toEqual(['inc/class-user.php']);
    expect(resolve.name('a.php', 'hasname')).toEqual(['inc/class-user.php']);
    expect(resolve.import('a.php', 'my\\UTIL\\slug')).toEqual(['inc/util.php']);
    expect(resolve.name('a.php', 'InView')).toEqual(['view.phtml']);
    expect(resolve.name('a.php', 'InText')).toBe('external');
  });

  test('functions and constants apart from classes', () => {
    expect(resolve.import('a.php', 'function My\\Util\\slug')).toEqual(['inc/util.php']);
    expect(resolve.import('a.php', 'const My\\Util\\LIMIT')).toEqual(['inc/util.php']);
    expect(resolve.import('a.php', 'const My\\Util\\slug')).toBe('external');
    expect(resolve.import('a.php', 'My\\Util\\LIMIT')).toBe('external');
  });

  test('the nearest of several', () => {
    expect(resolve.name('two/a.php', 'F\\Suit')).toEqual(['two/fixture.php']);
    expect(resolve.name('one/a.php', 'F\\Suit')).toEqual(['one/fixture.php']);
  });

  test('but those of PHP itself are not what a project declares in their place', () => {
    expect(resolve.name('a.php', 'Stringable')).toBe('external');
    expect(resolve.name('a.php', 'stdClass')).toBe('external');
  });

  test('an import of a namespace means what is used through it', () => {
    expect(resolve.import('user.php', 'My\\Util')).toEqual(['inc/util.php']);
    expect(resolve.import('inc/util.php', 'My\\Util')).toBe('external');
    expect(resolve.import('user.php', 'Other\\Space')).toBe('external');
  });
});

describe('includes', () => {
  const resolve = project({
    'index.php': '',
    'wp-load.php': '',
    'wp-includes/load.php': '',
    'wp-includes/post.php': '',
    'wp-admin/post.php': '',
    'wp-admin/includes/post.php': '',
    'wp-admin/includes/file.php': '',
    'lib/deep/a.php': '',
    'lib/util.php': '',
    'lib/strings.inc': '',
    'one/lib/config.php': '',
    'one/app/x.php': '',
    'two/lib/config.php': '',
    'two/app/x.php': '',
    'etc/hosts.php': '',
  });

  test("from the file's own folder they are there or missing", () => {
    expect(resolve.include('wp-admin/x.php', './includes/file.php')).toEqual(['wp-admin/includes/file.php']);
    expect(resolve.include('wp-admin/x.php', '../wp-load.php')).toEqual(['wp-load.php']);
    expect(resolve.include('wp-admin/x.php', './no.php')).toBe('missing');
    expect(resolve.include('wp-admin/x.php', '../../../no.php')).toBe('missing');
    expect(resolve.include('lib/util.php', './strings.inc')).toEqual(['lib/strings.inc']);
    expect(resolve.include('lib/util.php', '../vendor/autoload.php')).toBe('external');
  });

  test('a bare path is looked for in the own folder, in those above, then anywhere if only one will do', () => {
    expect(resolve.include('lib/deep/a.php', 'util.php')).toEqual(['lib/util.php']);
    expect(resolve.include('lib/deep/a.php', 'wp-load.php')).toEqual(['wp-load.php']);
    expect(resolve.include('index.php', 'deep/a.php')).toEqual(['lib/deep/a.php']);
    expect(resolve.include('index.php', 'config.php')).toBe('external');
    expect(resolve.include('index.php', 'PEAR.php')).toBe('external');
    expect(resolve.include('index.php', '/etc/hosts.php')).toBe('external');
  });

  test('of a path of which only the end is known, the only file with such an end', () => {
    expect(resolve.include('wp-admin/x.php', '*/wp-includes/load.php')).toEqual(['wp-includes/load.php']);
    expect(resolve.include('wp-admin/x.php', '*/file.php')).toEqual(['wp-admin/includes/file.php']);
    expect(resolve.include('lib/util.php', '*/../lib/deep/a.php')).toEqual(['lib/deep/a.php']);
    expect(resolve.include('wp-admin/x.php', '*/oad.php')).toBe('external');
    expect(resolve.include('wp-admin/x.php', '*/nothing.php')).toBe('external');
    expect(resolve.include('lib/util.php', '*/util.php')).toBe('external');
  });

  test('of several, the only one that begins in a folder around the includer', () => {
    expect(resolve.include('two/app/x.php', '*/lib/config.php')).toEqual(['two/lib/config.php']);
    expect(resolve.include('index.php', '*/lib/config.php')).toBe('external');
    expect(resolve.include('wp-includes/post.php', '*/wp-admin/post.php')).toEqual(['wp-admin/post.php']);
    expect(resolve.include('wp-admin/includes/file.php', '*/post.php')).toBe('external');
  });
});
