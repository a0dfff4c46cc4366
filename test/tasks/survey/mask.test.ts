import { describe, expect, it } from 'vitest';
import { lookInto } from '../../../src/tasks/survey/look-into.js';
import { mask } from '../../../src/tasks/survey/mask.js';
import { lexisOf } from '../../../src/tasks/survey/syntax.js';

/** Lines of each language. The TODOs named `yes` stand in comments, those named `no` in literals. */
const files: Readonly<Record<string, readonly string[]>> = {
  'a.js': [
    '// TODO: yes 1',
    'const a = `// TODO: no ${b /* TODO: yes 2 */ + `${"}"} // TODO: no`} // TODO: no`; // TODO: yes 3',
    'const c = /[/"]\'/.test(d) ? \'// TODO: no\' : "\\"// TODO: no"; // TODO: yes 4',
    'const e = f / g; // TODO: yes 5',
  ],
  'a.ts': ["type A = 'b'; /* TODO: yes 1", " TODO: yes 2 */ const a: A = '/* TODO: no */';"],
  'a.py': [
    '# TODO: yes 1',
    'a = "# TODO: no" # TODO: yes 2',
    'b = """',
    '# TODO: no \\"""',
    '""" # TODO: yes 3',
    "c = r'\\' # TODO: no'",
    "d = f'{e} # TODO: no' # TODO: yes 4",
  ],
  'a.go': ['var a = `', '// TODO: no', "`; var b = '\"' // TODO: yes 1", 'var c = "// TODO: no" /* TODO: yes 2 */'],
  'a.c': ['int a = 1; // TODO: yes 1 \\', 'TODO: yes 2', 'char b = \'"\'; char *c = "/* TODO: no"; /* TODO: yes 3 */'],
  'a.cpp': [
    "auto a = 1'000'000; // TODO: yes 1",
    'auto b = u8R"x(" // TODO: no',
    ')y" // TODO: no',
    ')x"; /* TODO: yes 2 */ auto c = "// TODO: no";',
  ],
  'a.rs': [
    "fn a<'b>(c: &'b str) -> char { '\"' } // TODO: yes 1",
    '/* TODO: yes 2 /*',
    'TODO: yes 3 */',
    'TODO: yes 4 */',
    'let d = br##"// TODO: no "# // TODO: no"##; // TODO: yes 5',
    'let e = "// TODO: no',
    '// TODO: no \\"";',
    "let f = '\\''; // TODO: yes 6",
  ],
  'A.java': [
    "char a = '\"'; // TODO: yes 1",
    'String b = """',
    '// TODO: no \\"""',
    '"""; String c = "// TODO: no \\""; /* TODO: yes 2 */',
  ],
  'a.kt': [
    '/* TODO: yes 1 /*',
    'TODO: yes 2 */',
    'TODO: yes 3 */',
    'val a = "// TODO: no ${ b["// TODO: no"] /* TODO: yes 4 */ } // TODO: no" // TODO: yes 5',
    'val c = """',
    '// TODO: no ${ if (d) { "}" } else { e } } // TODO: no',
    '"""; val f = \'"\' // TODO: yes 6',
    "fun `it's`() {} // TODO: yes 7",
  ],
  'a.cs': [
    'var a = @"\\"; // TODO: yes 1',
    'var b = @"// TODO: no',
    '// TODO: no "" // TODO: no"; // TODO: yes 2',
    'var c = $"// TODO: no {d["// TODO: no"] /* TODO: yes 3 */} {{ // TODO: no"; // TODO: yes 4',
    'var e = """',
    '// TODO: no ""',
    '"""; // TODO: yes 5',
    'var f = $$"""{ // TODO: no {{g /* TODO: yes 6 */}} // TODO: no"""; // TODO: yes 7',
    "var h = '\"'; // TODO: yes 8",
  ],
  'a.rb': [
    'a = "# TODO: no #{b["# TODO: no"]} # TODO: no" # TODO: yes 1',
    "c = '# TODO: no' # TODO: yes 2",
    'd = %w[# TODO: no [# TODO: no]] # TODO: yes 3',
    'e(<<~ONE, <<-"TWO") # TODO: yes 4',
    '  # TODO: no #{f("# TODO: no")} # TODO: no',
    '  ONE',
    '# TODO: no',
    '  TWO',
    'g = h / i # TODO: yes 5',
    'j =~ /["# TODO: no]/ # TODO: yes 6',
    '=begin',
    'TODO: yes 7',
    '=end',
    'k = ?# + $\' + ?" + :"# TODO: no" # TODO: yes 8',
    'l = m ? n : :o # TODO: yes 9',
    'p "q" % r # TODO: yes 10',
    '__END__',
    '# TODO: no',
  ],
  'a.php': [
    "<p>It's // TODO: no</p>",
    '<?php # TODO: yes 1',
    '#[Attribute("# TODO: no")]',
    '$a = "// TODO: no {$b["// TODO: no"]} // TODO: no"; // TODO: yes 2',
    "$c = 'It\\'s // TODO: no'; /* TODO: yes 3 */",
    "$d = <<<'X'",
    '// TODO: no',
    'X; // TODO: yes 4 ?> // TODO: no',
    "<p>It's</p> <?= $e // TODO: yes 5 ?>",
  ],
};

describe('comments are told from code and literals', () => {
  for (const [path, lines] of Object.entries(files)) {
    it(`in ${path}`, () => {
      const text = lines.join('\n');
      const wanted = [...text.matchAll(/TODO: (yes \d+)/g)].map(([, name]) => name);
      const found = lookInto(path, text).todos.map((one) => /^yes \d+|/.exec(one.text)?.[0]);
      expect(found).toEqual(wanted);
    });
  }
});

it('what is masked keeps its length and its lines, whatever it is cut to', () => {
  const names = {
    js: 'javascript',
    ts: 'typescript',
    py: 'python',
    rs: 'rust',
    kt: 'kotlin',
    cs: 'csharp',
    rb: 'ruby',
  };
  for (const [path, lines] of Object.entries(files)) {
    const ending = path.slice(path.indexOf('.') + 1);
    const lexis = lexisOf(names[ending as keyof typeof names] ?? ending)!;
    const text = lines.join('\n');
    for (let length = 0; length <= text.length; length++) {
      const cut = text.slice(0, length);
      const { code, comments } = mask(cut, lexis);
      expect(code.length, cut).toBe(length);
      expect(code.split('\n').length).toBe(cut.split('\n').length);
      for (const { start, end } of comments) expect(end > start && end <= length, cut).toBe(true);
    }
  }
});
