/**
 * Features that come with Ruby, by the first part of what is required. Folders that are only likely to be on the load
 * path do not stand in for them. Those that became gems count on: they are still not the project's.
 */
const features = new Set(
  (
    'English abbrev base64 benchmark bigdecimal bundler cgi coverage csv date dbm debug delegate did_you_mean digest drb ' +
    'erb error_highlight etc expect fcntl fiber fiddle fileutils find forwardable gdbm getoptlong io ipaddr irb json ' +
    'logger matrix mkmf monitor mutex_m net nkf objspace observer open-uri open3 openssl optparse ostruct pathname pp ' +
    'prettyprint prime pstore psych pty racc rbconfig rdoc readline reline resolv rexml rinda ripper ruby2_keywords ' +
    'rubygems securerandom set shellwords singleton socket stringio strscan syslog tempfile thread time timeout tmpdir ' +
    'tracer tsort un unicode_normalize uri weakref webrick win32ole yaml zlib'
  ).split(' '),
);

export const isStandard = (feature: string): boolean => {
  const slash = feature.indexOf('/');
  return features.has(slash < 0 ? feature : feature.slice(0, slash));
};

/** Classes and modules that are there without any `require`: a project that adds to them does not own them. */
export const coreNames: ReadonlySet<string> = new Set(
  (
    'ARGF ARGV ArgumentError Array BasicObject Binding Class ClosedQueueError Comparable Complex ConditionVariable DATA ' +
    'Dir ENV EOFError Encoding EncodingError Enumerable Enumerator Errno Exception FalseClass Fiber FiberError File ' +
    'FileTest Float FloatDomainError FrozenError GC Hash IO IOError IndexError Integer Interrupt Kernel KeyError ' +
    'LoadError LocalJumpError Marshal MatchData Math Method Module Monitor Mutex NameError NilClass NoMatchingPatternError ' +
    'NoMatchingPatternKeyError NoMethodError NotImplementedError Numeric Object ObjectSpace Proc Process Queue RUBY_ENGINE ' +
    'RUBY_PLATFORM RUBY_VERSION Ractor Random Range RangeError Rational Refinement Regexp RegexpError RubyVM RuntimeError ' +
    'STDERR STDIN STDOUT ScriptError SecurityError Signal SignalException SizedQueue StandardError StopIteration String ' +
    'Struct Symbol SyntaxError SystemCallError SystemExit SystemStackError TOPLEVEL_BINDING Thread ThreadError ' +
    'ThreadGroup Time TracePoint TrueClass TypeError UnboundMethod UncaughtThrowError UnicodeNormalize Warning ' +
    'ZeroDivisionError'
  ).split(' '),
);
