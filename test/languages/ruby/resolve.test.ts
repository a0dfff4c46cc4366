import { expect, test } from 'vitest';
import { ruby } from '../../../src/languages/ruby/ruby.js';
import { projectView } from '../project-view.js';

/** A project whose files are given with their texts, or as paths of empty files. */
const project = (files: Readonly<Record<string, string>> | readonly string[]) => {
  const texts = Array.isArray(files) ? Object.fromEntries(files.map((path) => [path, ''])) : files;
  const resolve = ruby.resolver(projectView(texts as Record<string, string>, { language: ruby }));
  return {
    require: (from: string, text: string) => resolve(from, { text, kind: 'require' }),
    name: (from: string, text: string) => resolve(from, { text, kind: 'name' }),
  };
};

test('a relative path is relative to the file, with or without its ending', () => {
  const { require } = project(['lib/a.rb', 'lib/b.rb', 'lib/sub/c.rb', 'x.rake', 'odd.name.rb']);
  expect(require('lib/a.rb', './b')).toEqual(['lib/b.rb']);
  expect(require('lib/a.rb', './b.rb')).toEqual(['lib/b.rb']);
  expect(require('lib/a.rb', './sub/c')).toEqual(['lib/sub/c.rb']);
  expect(require('lib/sub/c.rb', '../a')).toEqual(['lib/a.rb']);
  expect(require('lib/sub/c.rb', '../../x.rake')).toEqual(['x.rake']);
  expect(require('lib/a.rb', '../odd.name')).toEqual(['odd.name.rb']);
  expect(require('lib/a.rb', './none')).toBe('missing');
  expect(require('lib/sub/c.rb', '../sub')).toBe('missing');
  expect(require('lib/a.rb', '../../../out')).toBe('missing');
});

test('a path with a dot may also be relative to where the program was started', () => {
  const { require } = project(['config/environment.rb', 'lib/tasks/x.rb']);
  expect(require('lib/tasks/x.rb', './config/environment')).toEqual(['config/environment.rb']);
  expect(require('lib/tasks/x.rb', '../config/environment')).toBe('missing');
});

test('a feature is looked for in every lib, the nearest first', () => {
  const { require } = project([
    'lib/app.rb',
    'lib/app/model.rb',
    'gems/one/lib/one.rb',
    'gems/one/lib/shared.rb',
    'gems/two/lib/two.rb',
    'gems/two/lib/shared.rb',
    'bin/run.rb',
  ]);
  expect(require('bin/run.rb', 'app/model')).toEqual(['lib/app/model.rb']);
  expect(require('bin/run.rb', 'app.rb')).toEqual(['lib/app.rb']);
  expect(require('gems/two/lib/two.rb', 'shared')).toEqual(['gems/two/lib/shared.rb']);
  expect(require('gems/one/lib/one.rb', 'shared')).toEqual(['gems/one/lib/shared.rb']);
  expect(require('gems/one/lib/one.rb', 'two')).toEqual(['gems/two/lib/two.rb']);
});

test('of roots equally near, one surely on the path is meant, and one that is not inside another library', () => {
  const { require } = project(['lib/shared.rb', 'shared.rb', 'lib/app/vendor/uri/lib/uri.rb', 'lib/uri.rb']);
  expect(require('bin/run.rb', 'shared')).toEqual(['lib/shared.rb']);
  expect(require('bin/run.rb', 'uri')).toEqual(['lib/uri.rb']);
});

test('only what stands below a library of the project can be missing', () => {
  const { require } = project(['lib/app.rb', 'lib/app/model.rb', 'lib/rails/ext.rb', 'ext/app/native/extconf.rb']);
  expect(require('lib/app.rb', 'app/none')).toBe('missing');
  expect(require('lib/app.rb', 'rails/all')).toBe('external');
  expect(require('lib/app.rb', 'nokogiri')).toBe('external');
  expect(require('lib/app.rb', 'app/native')).toBe('external');
  expect(require('lib/app.rb', 'app/other.so')).toBe('external');
  expect(require('lib/app.rb', './native')).toBe('external');
});

test('test folders, application folders and the top are likely roots, but do not hide the standard library', () => {
  const { require } = project([
    'Gemfile',
    'app/models/issue.rb',
    'app/models/concerns/named.rb',
    'config/environment.rb',
    'logger.rb',
    'spec/json.rb',
    'spec/spec_helper.rb',
    'spec/support/login.rb',
    'test/test_helper.rb',
    'engines/pay/test/test_helper.rb',
    'lib/set.rb',
  ]);
  expect(require('test/unit/x_test.rb', 'test_helper')).toEqual(['test/test_helper.rb']);
  expect(require('engines/pay/test/x_test.rb', 'test_helper')).toEqual(['engines/pay/test/test_helper.rb']);
  expect(require('spec/x_spec.rb', 'support/login')).toEqual(['spec/support/login.rb']);
  expect(require('lib/x.rb', 'spec_helper')).toBe('external');
  expect(require('lib/x.rb', 'issue')).toEqual(['app/models/issue.rb']);
  expect(require('lib/x.rb', 'named')).toEqual(['app/models/concerns/named.rb']);
  expect(require('lib/x.rb', 'config/environment')).toEqual(['config/environment.rb']);
  expect(require('lib/x.rb', 'logger')).toBe('external');
  expect(require('spec/x_spec.rb', 'json')).toBe('external');
  expect(require('app/models/issue.rb', 'set')).toEqual(['lib/set.rb']);
});

test('a library in a fixture serves only what stands beside it', () => {
  const { require } = project(['lib/app.rb', 'spec/fixtures/gem/lib/thing.rb', 'spec/fixtures/gem/bin/run.rb']);
  expect(require('lib/app.rb', 'thing')).toBe('external');
  expect(require('spec/fixtures/gem/bin/run.rb', 'thing')).toEqual(['spec/fixtures/gem/lib/thing.rb']);
});

test('a gemspec names the folders that are on the load path', () => {
  const { require } = project({
    'one/one.gemspec': 'Gem::Specification.new do |s|\n  s.require_paths = [\'code\', "./more/"]\nend\n',
    'one/code/one.rb': '',
    'one/more/extra.rb': '',
    'two/two.gemspec': 's.require_paths = %w[ruby]',
    'two/ruby/two.rb': '',
    'three/three.gemspec': "s.require_path = '.'",
    'three/three.rb': '',
    'four/four.gemspec': 's.require_paths = dirs',
    'four/code/four.rb': '',
  });
  expect(require('two/ruby/two.rb', 'one')).toEqual(['one/code/one.rb']);
  expect(require('two/ruby/two.rb', 'extra')).toEqual(['one/more/extra.rb']);
  expect(require('one/code/one.rb', 'two')).toEqual(['two/ruby/two.rb']);
  expect(require('one/code/one.rb', 'three')).toEqual(['three/three.rb']);
  expect(require('one/code/one.rb', 'four')).toBe('external');
});

test('the standard library resolves within itself', () => {
  const { require } = project(['optparse.rb', 'fileutils.rb', 'net/http.rb', 'net/protocol.rb']);
  expect(require('net/http.rb', 'net/protocol')).toEqual(['net/protocol.rb']);
  expect(require('net/http.rb', 'fileutils')).toEqual(['fileutils.rb']);
});

test('a file that requires its own name means a library', () => {
  const { require } = project(['lib/redis.rb', 'lib/other.rb']);
  expect(require('lib/redis.rb', 'redis')).toBe('external');
  expect(require('lib/other.rb', 'redis')).toEqual(['lib/redis.rb']);
});

test('load takes files of other endings, also from the top', () => {
  const { require } = project(['lib/tasks/db.rake', 'tasks/all.rake', 'lib/a.rb']);
  expect(require('lib/a.rb', 'tasks/db.rake')).toEqual(['lib/tasks/db.rake']);
  expect(require('lib/a.rb', 'tasks/all.rake')).toEqual(['tasks/all.rake']);
});

const rails = {
  'app/models/user.rb': 'class User < ApplicationRecord\n  class Locked < StandardError; end\n  ROLES = %w[a b]\nend\n',
  'app/models/admin/user.rb': 'module Admin\n  class User\n  end\nend\n',
  'app/models/application_record.rb': 'class ApplicationRecord < ActiveRecord::Base\nend\n',
  'app/models/concerns/named.rb': 'module Named\nend\n',
  'app/controllers/admin/users_controller.rb': 'module Admin\n  class UsersController\n    User\n  end\nend\n',
  'app/controllers/admin/compact_controller.rb': 'class Admin::CompactController\n  User\nend\n',
  'app/controllers/users_controller.rb': 'class UsersController\n  User\nend\n',
  'app/services/api/v1/html_parser.rb': 'module API\n  module V1\n    class HTMLParser; end\n  end\nend\n',
  'config/initializers/patches.rb':
    'module ActiveRecord\n  class Base\n  end\nend\nclass String\nend\nclass Redis\nend\n',
  'lib/core_ext/hash.rb': 'class Hash\nend\n',
  'lib/time.rb': 'class Time\nend\n',
  'lib/core_ext/redis.rb': 'class Redis\n  class Pool; end\nend\n',
};

test('a constant means the file that convention gives it', () => {
  const { name } = project(rails);
  expect(name('app/controllers/users_controller.rb', 'User')).toEqual(['app/models/user.rb']);
  expect(name('app/controllers/users_controller.rb', 'Named')).toEqual(['app/models/concerns/named.rb']);
  expect(name('app/controllers/users_controller.rb', 'Admin::User')).toEqual(['app/models/admin/user.rb']);
  expect(name('app/models/user.rb', 'API::V1::HTMLParser')).toEqual(['app/services/api/v1/html_parser.rb']);
});

test('the modules around a constant are looked in first, as far as they are open', () => {
  const { name } = project(rails);
  expect(name('app/controllers/admin/users_controller.rb', 'User')).toEqual(['app/models/admin/user.rb']);
  expect(name('app/controllers/admin/users_controller.rb', '::User')).toEqual(['app/models/user.rb']);
  expect(name('app/controllers/admin/compact_controller.rb', 'User')).toEqual(['app/models/user.rb']);
  expect(name('app/controllers/admin/users_controller.rb', 'ApplicationRecord')).toEqual([
    'app/models/application_record.rb',
  ]);
});

test('what stands in a class is in its file, also what it only inherits', () => {
  const { name } = project(rails);
  const from = 'app/controllers/users_controller.rb';
  expect(name(from, 'User::Locked')).toEqual(['app/models/user.rb']);
  expect(name(from, 'User::ROLES')).toEqual(['app/models/user.rb']);
  expect(name(from, 'User::INHERITED')).toEqual(['app/models/user.rb']);
  expect(name(from, 'User::ActiveRecord_Relation')).toEqual(['app/models/user.rb']);
  expect(name(from, 'Admin::Nothing')).toBe('external');
  expect(name(from, 'Admin')).toBe('external');
});

test('what the project only adds to is not its own', () => {
  const { name } = project(rails);
  const from = 'app/controllers/users_controller.rb';
  for (const other of [
    'ActiveRecord::Base',
    'ActiveRecord',
    'ActiveRecord::Migration',
    'String',
    'Hash',
    'Time',
    'Redis',
    'None',
  ]) {
    expect(name(from, other)).toBe('external');
  }
  expect(name(from, '::String')).toBe('external');
  expect(name(from, 'Redis::Pool')).toBe('external');
});

test('a file that defines a name itself means its own', () => {
  const { name } = project({
    'lib/app/a.rb': 'module App\n  class Error; end\nend\n',
    'lib/app/error.rb': 'module App\n  class Error; end\nend\n',
    'lib/app/b.rb': 'module App\nend\n',
  });
  expect(name('lib/app/a.rb', 'App::Error')).toBe('external');
  expect(name('lib/app/b.rb', 'App::Error')).toEqual(['lib/app/error.rb']);
});

test('where a library does not go by convention, the one file that defines a name is meant', () => {
  const { name } = project({
    'lib/net.rb': 'module Net\nend\n',
    'lib/net/http/responses.rb': 'module Net\n  class HTTPNotFound; end\nend\n',
    'lib/net/http/a.rb': 'module Net\n  class Everywhere; end\nend\n',
    'lib/net/http/b.rb': 'module Net\n  class Everywhere; end\nend\n',
    'lib/net/http/c.rb': 'module Net\n  class Everywhere; end\nend\n',
    'lib/net/http/d.rb': 'module Net\n  class Everywhere; end\nend\n',
    'lib/app.rb': 'Net::HTTPNotFound\n',
  });
  expect(name('lib/app.rb', 'Net::HTTPNotFound')).toEqual(['lib/net/http/responses.rb']);
  expect(name('lib/app.rb', 'Net::Everywhere')).toBe('external');
});

test('of several that convention gives a name, the nearest is meant', () => {
  const { name } = project({
    'engines/one/app/models/post.rb': 'class Post\nend\n',
    'engines/two/app/models/post.rb': 'class Post\nend\n',
    'engines/two/app/models/blog.rb': 'Post\n',
  });
  expect(name('engines/two/app/models/blog.rb', 'Post')).toEqual(['engines/two/app/models/post.rb']);
});

test('the innermost module that has the name decides', () => {
  const { name } = project({
    'lib/outer/item.rb': 'module Outer\n  class Item; end\nend\n',
    'lib/outer/inner/item.rb': 'module Outer\n  module Inner\n    class Item; end\n  end\nend\n',
    'lib/outer/inner/user.rb': 'module Outer\n  module Inner\n    class User\n    end\n  end\nend\n',
    'lib/outer/user.rb': 'module Outer\n  class User\n  end\nend\n',
  });
  expect(name('lib/outer/inner/user.rb', 'Item')).toEqual(['lib/outer/inner/item.rb']);
  expect(name('lib/outer/user.rb', 'Item')).toEqual(['lib/outer/item.rb']);
});

test('a superclass or a value shows who makes a name, wherever that stands', () => {
  const made = 'class Everywhere < Base; end\n';
  const { name } = project({
    'app/controllers/application_controller.rb':
      'class ApplicationController; end\nclass Unauthorized < StandardError; end\n',
    'config/patches.rb': 'class Unauthorized; end\n',
    'lib/values.rb': 'Limits = Struct.new(:a)\n',
    ...Object.fromEntries(['a', 'b', 'c', 'd'].map((file) => [`lib/x/${file}.rb`, made])),
  });
  expect(name('lib/a.rb', 'Unauthorized')).toEqual(['app/controllers/application_controller.rb']);
  expect(name('lib/a.rb', 'Limits')).toEqual(['lib/values.rb']);
  expect(name('lib/a.rb', 'Limits::Unknown')).toBe('external');
  expect(name('lib/a.rb', 'Everywhere')).toBe('external');
});

test('what a test defines is for tests', () => {
  const { name } = project({ 'spec/support/fakes.rb': 'class Account < Struct\nend\n' });
  expect(name('lib/a.rb', 'Account')).toBe('external');
  expect(name('spec/a_spec.rb', 'Account')).toEqual(['spec/support/fakes.rb']);
});

test("a name in which many files define something is the project's", () => {
  const files = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`lib/rubygems/f${at}.rb`, `class Gem::C${at}; end\n`]),
    );
  expect(project(files(8)).name('bin/run.rb', 'Gem::C1')).toEqual(['lib/rubygems/f1.rb']);
  expect(project(files(7)).name('bin/run.rb', 'Gem::C1')).toBe('external');
});
