import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ruby } from '../../../src/languages/ruby/ruby.js';
import { growth, linear } from '../../growth.js';

const required = (text: string, path = 'lib/a.rb'): string[] =>
  ruby
    .read(text, path)
    .filter(({ kind }) => kind === 'require')
    .map((specifier) => specifier.text);

const used = (text: string): string[] =>
  ruby
    .read(text, 'lib/a.rb')
    .filter(({ kind }) => kind === 'name')
    .map((specifier) => specifier.text);

const declared = (text: string): string[] => {
  const names = new Set<string>();
  ruby.read(text, 'lib/a.rb', (name) => names.add(name));
  return [...names];
};

test('require, require_relative, load, autoload and require_dependency are found, in order and once', () => {
  const text = `# frozen_string_literal: true
require 'json'
require "net/http" ; require('a/b')
require ( "spaced" )
require_relative 'sibling'
require_relative "../up/one"
load 'tasks/x.rake'
autoload :Parser, 'a/parser'
autoload(:Lexer, "a/lexer")
Object.autoload "Named", 'a/named'
require_dependency 'issue'
begin
  require 'json'
  require 'optional' unless defined?(Optional)
rescue LoadError
end
[1].each { require 'block' }
x ? require('yes') : (require 'no')
Kernel.require 'kernel'
::Kernel.require 'kernel2'
MyKernel.load 'own'
`;
  expect(required(text)).toEqual([
    'json',
    'net/http',
    'a/b',
    'spaced',
    './sibling',
    '../up/one',
    'tasks/x.rake',
    'a/parser',
    'a/lexer',
    'a/named',
    'issue',
    'optional',
    'block',
    'yes',
    'no',
    'kernel',
    'kernel2',
  ]);
  expect(ruby.read("require 'a'", 'a.rb')).toEqual([{ text: 'a', kind: 'require' }]);
});

test('paths that begin at the file are relative to it', () => {
  const text = `
require File.expand_path('../x', __FILE__)
require File.expand_path("../../y", __FILE__)
require File.join(File.dirname(__FILE__), 'z')
require File.join(File.dirname(__FILE__), '..', # the folder above
                  'lib', 'w')
require File.dirname(__FILE__) + '/v'
require __dir__ + '/u'
require "#{__dir__}/t"
require "#{File.dirname(__FILE__)}/../s"
require(::File.expand_path(::File.join(__dir__, "r")))
require File.expand_path('q', __dir__)
require File.expand_path('../p', File.dirname(__FILE__))
load File.absolute_path('o.rb', __dir__)
require_relative './n'
require_relative 'm/../l'
require File.expand_path(File.dirname(__FILE__) + '/../k')
autoload :J, File.expand_path('j', __dir__)
require Rails.root.join('config', 'i')
require File.expand_path './h', File.dirname(__FILE__)
`;
  expect(required(text)).toEqual([
    './x',
    '../y',
    './z',
    '../lib/w',
    './v',
    './u',
    './t',
    '../s',
    './r',
    './q',
    '../p',
    './o.rb',
    './n',
    './l',
    '../k',
    './j',
    './config/i',
    './h',
  ]);
});

test('what only running would tell is not required', () => {
  const text = `
require name
require "a/#{name}"
require "#{name}/a"
require 'a' + name
require 'a/%s' % name
require 'a'.sub('x', 'y')
require "a\\tb"
require File.join(root, 'a')
require File.expand_path('a')
require File.expand_path(name, __FILE__)
require File.join(__dir__, 'a', name)
Bundler.require
Bundler.require 'a'
Bundler.require(:default, Rails.env)
YAML.load 'a'
session&.load 'a'
Dir['lib/*.rb'].each { |file| require file }
gem 'a', require: 'b'
{ require: 'a', load: "b" }
require = 'a'
required 'a'
require? 'a'
def require(a = 'b') end
def load 'a'
%w[a b].each(&method(:require))
alias_method :load, 'a'
require
require_relative
'require'
autoload :lower, 'a'
autoload name, 'a'
`;
  expect(required(text)).toEqual([]);
});

test('comments, strings, heredocs, regular expressions and what follows __END__ hold no code', () => {
  const text = `
# require 'comment'
=begin
require 'block comment'
=end
puts "require 'string'", 'require "other"', %q(require 'q' (nested) ), %Q{require 'Q'}, %(require 'p')
puts <<~ONE, <<-'TWO' + <<"THREE"
  require 'one'
  ONE
require 'two'
  TWO
require 'three'
THREE
require 'between'
x = /require 'regex'/ ; y = %r{require 'r' /}
list = %w[require 'w'] + %i(require 'i')
c = ?' ; d = ?" ; require 'after characters'
s = :"require 'symbol'" ; t = :'require "t"'
\`require 'command'\`
$' ; $" ; $\` ; require 'after globals'
a = b / c ; require 'after division' ; d / e
z = w /2 ; require 'after unspaced division'
puts [1].map { |q| q / 2 } / 3 ; require 'after braces' # /
n = 10 / 2 / 1 ; require 'after numbers'
i /= 2 ; require 'after assignment' # /
m %= 2 ; k = j % (3) ; require 'after modulo'
puts /require 'argument'/ ; split %r(require 'x')
when /require 'when'/
return /require 'return'/
__END__
require 'after the end'
`;
  expect(required(text)).toEqual([
    'between',
    'after characters',
    'after globals',
    'after division',
    'after unspaced division',
    'after braces',
    'after numbers',
    'after assignment',
    'after modulo',
  ]);
});

test('code inside strings is code', () => {
  expect(used(`"a #{B.c("#{D} } #{'}'}")} E #{F}"`)).toEqual(['B', 'D', 'F']);
  expect(used('x = /a#{B}c/ ; %W[#{C} D] ; %w[#{E}] ; `#{F}` ; :"#{G}" ; \'#{H}\'')).toEqual(['B', 'C', 'F', 'G']);
  expect(used('"\\#{A} \\\\#{B}"')).toEqual(['B']);
  expect(used('return / Not/ ; A')).toEqual(['A']);
  expect(used('%q(a (b) Not) ; C ; x.\n  Method ; D')).toEqual(['C', 'D']);
  const heredocs = `x(<<~ONE, <<~TWO, <<~'RAW', A)
  text #{B.c { "}" }} not C
  \\#{D} #{<<~INNER} E
    #{F} G
  INNER
  ONE
  #{H}
  TWO
  #{I}
  RAW
J
`;
  expect(used(heredocs)).toEqual(['A', 'B', 'F', 'H', 'J']);
});

test('a shift is no heredoc, and a heredoc given to a method is no shift', () => {
  expect(used('list <<Item\nOther\n')).toEqual(['Item', 'Other']);
  expect(used('list << Item\nOther\nItem\n')).toEqual(['Item', 'Other']);
  expect(used('@list <<Item\nOther\nItem\n')).toEqual(['Item', 'Other']);
  expect(used('puts <<TEXT\nOther\nTEXT\nAfter')).toEqual(['After']);
  expect(used('puts <<-TEXT\nOther\n  TEXT\nAfter')).toEqual(['After']);
  expect(used('puts <<TEXT\nOther\n  TEXT\nNot_yet\nTEXT\nAfter')).toEqual(['After']);
  expect(used('x = <<"a b"\nOther\na b\nAfter')).toEqual(['After']);
});

test('classes, modules and constants are declared with what is around them, and marked where they are surely made', () => {
  const text = `module A
  LIMIT = 10
  Point = Struct.new(:x) do
    def y = x
  end
  class B < C
    class << self
      def build(*) = new
      def tight()=1
      def x=(v) @x = v end
      def self.class; end
    end
    class D::E < ::F; end
    module ::Top; Inner ||= 1; end
    def <=>(other)
      return if other.nil?
      x = if other then 1 else 2 end
      while x do x -= 1 end
      until x > 3
        x += 1 while x.odd?
      end
      for i in [1] do puts i end
      while x
        y.each do |z| z end
      end
      while x; y.each do |z| z end; end
      [1].each do |one| puts one if one end
      begin; x; end while false
      case x when 1 then 2 end
      { if: 1, end: 2, class: 3 }
      x.class.end
      :end
      y unless x
      def inner(a, b = (1)) = a
    end
    Last = 1
  end
  After = 2
end
Final = A == B
A::Set = 1
x = Not = 3
Compare == 1 ; Match =~ 2 ; Pair => y
`;
  expect(declared(text)).toEqual([
    'A',
    '=A::LIMIT',
    '=A::Point',
    '=A::B',
    '=A::B::D::E',
    'Top',
    '=Top::Inner',
    '=A::B::Last',
    '=A::After',
    '=Final',
    '=A::Set',
  ]);
});

test('constants that are used are found as written, but for those that the file defines', () => {
  const text = `class Own < Base
  include Mixin, ::Top::Level
  LIMIT = Settings::MAX
  def call(x)
    Own.new(LIMIT); Admin::User.find(x); Foo::bar; self.class::HIDDEN; x::Y; x.Z
    rescue Error, Other::Error => e
    Integer(x); Nokogiri::XML(x); Nokogiri::HTML::Doc.new
    { Label: 1, "k" => Value }
    [:Symbol, :"Quoted", @Var, @@Var, $Global]
    y ? Yes : No
    raise Failure, "Text" unless defined?(Maybe)
    Trailing::
    puts ::Absolute
  end
end
class Scope::Reopened; end
`;
  expect(used(text)).toEqual([
    'Base',
    'Mixin',
    '::Top::Level',
    'Settings::MAX',
    'Admin::User',
    'Foo',
    'Error',
    'Other::Error',
    'Nokogiri',
    'Nokogiri::HTML::Doc',
    'Value',
    'Yes',
    'No',
    'Failure',
    'Maybe',
    'Trailing',
    '::Absolute',
    'Scope',
  ]);
});

test('an autoload without a path is by name, as Rails has it', () => {
  expect(ruby.read('autoload :Base\nautoload :X, "x"', 'a.rb')).toEqual([
    { text: 'x', kind: 'require' },
    { text: 'Base', kind: 'name' },
  ]);
});

test('a byte order mark, carriage returns and letters beyond ASCII change nothing', () => {
  const text =
    "\uFEFFrequire 'a'\r\nx = <<~E\r\n  require 'no'\r\n  E\r\nrequire 'größe'\r\n=begin\r\nrequire 'no'\r\n=end\r\n";
  expect(required(`${text}größe = 1 \\\r\n  / 2\r\nrequire 'b'\r\n__END__\r\nrequire 'no'`)).toEqual([
    'a',
    'größe',
    'b',
  ]);
  expect(declared('module A\r\n  class B\r\n  end\r\n  C = 1\r\nend\r\n')).toEqual(['A', 'A::B', '=A::C']);
});

test('half a file is read as far as it goes', () => {
  for (const text of [
    'require "',
    "require '",
    'require',
    'require (',
    'x = <<~',
    'x = <<~A\n#{',
    '%w',
    '"#{',
    '?',
    ':',
    '$',
  ]) {
    expect(required(text)).toEqual([]);
  }
  expect(required("end end } ) require 'a'")).toEqual(['a']);
});

const pieces = [
  "require 'a'",
  'require_relative ',
  'autoload :A, ',
  'File.join(',
  '__dir__',
  'class A',
  'module B',
  ' def x',
  ' do',
  ' if',
  ' end',
  '#{',
  '}',
  '{',
  '"',
  "'",
  '/',
  '%w[',
  '%q(',
  ']',
  ')',
  '(',
  '<<~A',
  '<<B',
  '\n',
  '\nA\n',
  ' A',
  'A::',
  '::',
  ':',
  '?',
  '\\',
  '#',
  '\n=begin',
  '\n=end',
  '\n__END__\n',
  '$',
  '@',
  ' = ',
  'x ',
  '.',
  '`',
  '|',
  ',',
];

test('no text makes it throw', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces)), fc.string(), (some, rest) => {
      expect(Array.isArray(ruby.read(some.join('') + rest, 'a.rb', () => {}))).toBe(true);
    }),
  );
});

test.each([
  ...pieces,
  'x <<A ',
  'x <<A\n',
  'x <<~A\n  A\n',
  'f(<<~A, ',
  '"#{',
  'require File.join(',
  'require "#{',
  'x /y ',
  'module A\n',
  'module Aa::Bb;',
  '<<A #{',
  'A::B',
  'x ? ',
])('reading takes linear time: %j again and again', (unit) => {
  const ratio = growth(2_000, (size) => ruby.read(unit.repeat(size / unit.length), 'a.rb', () => {}));
  expect(ratio).toBeLessThan(linear);
});
