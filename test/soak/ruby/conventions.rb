# Reads lines of JSON, `[root, path]`, and answers the name that Zeitwerk expects a file to define, one a line.
require 'json'
require 'zeitwerk'

inflector = Zeitwerk::Inflector.new
STDIN.each_line do |line|
  root, path = JSON.parse(line)
  parts = path.delete_prefix("#{root}/").delete_suffix('.rb').split('/')
  puts parts.map { |part| inflector.camelize(part, path) }.join('::')
end
