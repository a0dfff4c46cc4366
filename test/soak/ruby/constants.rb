# Reads paths, one a line, and writes for each a line of JSON: the names that the file defines, and the constants it uses with the
# modules around each (innermost first). Ruby's own parser does the reading.
require 'json'

class Reading
  attr_reader :defined, :used

  def initialize
    @defined = []
    @used = []
  end

  def walk(node, around)
    return unless node.is_a?(RubyVM::AbstractSyntaxTree::Node)

    case node.type
    when :CLASS, :MODULE
      cpath, *rest = node.children
      body = rest.pop
      rest.each { |part| walk(part, around) }
      name = full_name(cpath, around)
      @defined << name if name
      walk(cpath.children[0], around) if cpath.type == :COLON2
      walk(body, name ? [name] + around : around)
    when :CDECL
      first, *rest = node.children
      if first.is_a?(Symbol)
        @defined << [around.first, first].compact.join('::')
      else
        name = full_name(first, around)
        @defined << name if name
      end
      rest.each { |part| walk(part, around) }
    when :CONST, :COLON2, :COLON3
      path = path_of(node)
      if path then @used << [path, around]
      else node.children.each { |part| walk(part, around) }
      end
    else
      node.children.each { |part| walk(part, around) }
    end
  end

  private

  def path_of(node)
    case node.type
    when :CONST then node.children[0].to_s
    when :COLON3 then "::#{node.children[0]}"
    when :COLON2
      base = node.children[0]
      inner = base && path_of(base)
      inner && "#{inner}::#{node.children[1]}"
    end
  end

  def full_name(cpath, around)
    case cpath.type
    when :COLON3 then cpath.children[0].to_s
    when :COLON2
      base, name = cpath.children
      return [around.first, name].compact.join('::') unless base

      path = path_of(base)
      return unless path

      path.start_with?('::') ? "#{path[2..]}::#{name}" : [around.first, path, name].compact.join('::')
    end
  end
end

$VERBOSE = nil
STDIN.each_line(chomp: true) do |path|
  reading = Reading.new
  begin
    reading.walk(RubyVM::AbstractSyntaxTree.parse_file(path), [])
  rescue SyntaxError, ArgumentError, EncodingError
    next
  end
  puts JSON.generate(path: path, defined: reading.defined, used: reading.used)
rescue JSON::GeneratorError
  next
end
