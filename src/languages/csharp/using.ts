/** A using directive as its specifier's text has it: `A.B`, `static A.B.Type`, `Alias = A.B.Type`. */
export interface Using {
  readonly form: 'namespace' | 'static' | 'alias';
  /** What it brings in, without `global::`. */
  readonly target: string;
  /** The name that an alias gives to it; '' otherwise. */
  readonly alias: string;
}

const staticPrefix = 'static ';

export const parseUsing = (text: string): Using => {
  const equals = text.indexOf(' = ');
  if (equals >= 0) {
    return { form: 'alias', target: withoutAlias(text.slice(equals + 3)), alias: text.slice(0, equals) };
  }
  if (!text.startsWith(staticPrefix)) return { form: 'namespace', target: withoutAlias(text), alias: '' };
  return { form: 'static', target: withoutAlias(text.slice(staticPrefix.length)), alias: '' };
};

/** `global::A.B`, and `X::A.B` after `extern alias X`, which says which library is meant, not which namespace. */
const withoutAlias = (name: string): string => name.slice(name.lastIndexOf(':') + 1);
