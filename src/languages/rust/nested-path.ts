/**
 * A path that is written in an inline module, as it would be written in the module that is the file: in `mod a { … }`,
 * `self::x` is `self::a::x`, and `super::x` is `self::x`. Other paths are the same everywhere.
 */
export const asSeenFromFile = (path: string, nest: string): string => {
  if (nest === '' || !(path.startsWith('self') || path.startsWith('super'))) return path;
  const parts = path.split('::');
  const modules = nest.split('::');
  if (parts[0] === 'self') parts.shift();
  else if (parts[0] !== 'super') return path;
  while (parts[0] === 'super' && modules.pop() !== undefined) parts.shift();
  return (parts[0] === 'super' ? parts : ['self', ...modules, ...parts]).join('::');
};
