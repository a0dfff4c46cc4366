/** How far a list may go: a missing brace must not make the rest of a large file part of it. */
const longest = 40_000;

interface Entry {
  readonly name: string;
  readonly local: string;
}

interface List {
  readonly entries: readonly Entry[];
  readonly end: number;
}

/** The names in `{ a, b as c, type d }`, from its brace on. */
export const listed = (code: string, from: number): List => {
  const close = code.slice(from, from + longest).indexOf('}');
  if (close < 0) return { entries: [], end: from + 1 };
  const entries = code
    .slice(from + 1, from + close)
    .split(',')
    .flatMap((part) => {
      const match = /^(?:type\s+)?([\w$]+)(?:\s+as\s+([\w$]+))?$/.exec(part.trim());
      const name = match?.[2] ?? match?.[1];
      return name === undefined || name === 'default' ? [] : [{ name, local: match?.[1] as string }];
    });
  return { entries, end: from + close + 1 };
};

/** The keys of `{ a, b: c, d() {} }`, from its brace on: those of the object itself, not of objects in it. */
export const braced = (code: string, from: number): List => {
  const entries: Entry[] = [];
  const signs = /[{}()[\]]|[\w$]+|\.\.\.|[,:]/g;
  signs.lastIndex = from;
  let depth = 0;
  let isKey = false;
  for (let match = signs.exec(code); match && match.index < from + longest; match = signs.exec(code)) {
    const [sign] = match;
    if ('{(['.includes(sign)) {
      depth++;
      isKey = depth === 1;
    } else if ('})]'.includes(sign)) {
      if (--depth === 0) return { entries, end: match.index + 1 };
    } else if (depth > 1) continue;
    else if (sign === ',') isKey = true;
    else if (isKey && /^[A-Za-z_$]/.test(sign)) {
      isKey = false;
      const local = /^\s*:\s*([A-Za-z_$][\w$]*)\s*[,}]/.exec(code.slice(signs.lastIndex, signs.lastIndex + 100))?.[1];
      entries.push({ name: sign, local: local ?? sign });
    } else isKey = false;
  }
  return { entries: [], end: from + 1 };
};
