# Answers a line of JSON each. Asked with `[from, text]`: the file that Ruby would load for `require text` in `from`, with
# the folders given as arguments on the load path; a text with a dot is taken relative to `from`. Asked with
# `[from, nil, expression]`: what the expression, made of nothing but File and strings, is in `from`.
require 'json'
require 'set'

paths = ARGV.map { |path| File.expand_path(path) } + $LOAD_PATH
$LOAD_PATH.replace(paths)

STDIN.each_line do |line|
  from, text, expression = JSON.parse(line)
  answer =
    if expression
      begin
        eval(expression.gsub('__dir__', 'File.dirname(__FILE__)'), binding, from)
      rescue StandardError, SyntaxError
        nil
      end
    else
      wanted = text.start_with?('./', '../') ? File.expand_path(text, File.dirname(from)) : text
      kind, path = $LOAD_PATH.resolve_feature_path(wanted)
      kind == :rb ? path : ([wanted].find { |file| file.start_with?('/') && File.file?(file) })
    end
  puts JSON.generate([answer])
end
