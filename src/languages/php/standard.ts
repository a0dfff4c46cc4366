/**
 * Classes that every PHP has and that projects declare too, for older versions that lack them. Where such a name is
 * used, PHP's own is meant. Not those of extensions, which may not be there.
 */
const classes =
  'ArgumentCountError ArithmeticError ArrayAccess ArrayIterator ArrayObject AssertionError Attribute BackedEnum Closure ' +
  'Countable DateInterval DateTime DateTimeImmutable DateTimeInterface DateTimeZone DivisionByZeroError Error ' +
  'ErrorException Exception Generator InvalidArgumentException Iterator IteratorAggregate JsonException ' +
  'JsonSerializable LogicException ReflectionClass ReflectionEnum ReturnTypeWillChange RuntimeException ' +
  'SensitiveParameter Serializable SessionHandlerInterface SplFixedArray SplObjectStorage Stringable Throwable ' +
  'Traversable TypeError UnexpectedValueException UnhandledMatchError UnitEnum ValueError WeakMap WeakReference stdClass';

const ofPhpItself = new Set(classes.split(' '));

export const isOfPhpItself = (name: string): boolean => ofPhpItself.has(name);
