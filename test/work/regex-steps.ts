// How many steps a backtracking matcher takes for a regular expression: what V8 does inside `exec` cannot be counted from
// outside. This matcher is compiled to closures that count each attempt at a character, a place or a choice. What it
// finds is compared with what the real one found, each time, so it cannot be wrong unnoticed.

/** Goes on at a place; undefined where nothing matches from there. */
type Next = (at: number) => number | undefined;
type Matcher = (at: number, next: Next) => number | undefined;

interface Subject {
  text: string;
  steps: number;
  groups: (readonly [from: number, to: number] | undefined)[];
}

interface Counted {
  readonly steps: number;
  /** Where the match begins and ends. */
  readonly found: readonly [from: number, to: number] | undefined;
}

type CountingRegex = (text: string, from: number) => Counted;

const compiled = new Map<string, CountingRegex>();

/** The same pattern, as a matcher that counts. */
export const countingRegex = ({ source, flags }: RegExp): CountingRegex => {
  const key = `${flags}/${source}`;
  const known = compiled.get(key) ?? compile(source, flags);
  compiled.set(key, known);
  return known;
};

const compile = (source: string, flags: string): CountingRegex => {
  const subject: Subject = { text: '', steps: 0, groups: [] };
  const whole = new Parser(source, flags, subject).parse();
  return (text, from) => {
    Object.assign(subject, { text, steps: 0 });
    const last = flags.includes('y') ? from : text.length;
    for (let at = from; at <= last; at++) {
      subject.groups.length = 0;
      const end = whole(at, (place) => place);
      if (end !== undefined) return { steps: subject.steps, found: [at, end] };
    }
    return { steps: subject.steps, found: undefined };
  };
};

class Parser {
  readonly #source: string;
  readonly #flags: string;
  readonly #subject: Subject;
  readonly #names: string[];
  #at = 0;
  #groups = 0;
  /** Within a lookbehind: parts are matched from the last to the first, characters before the place. */
  #isBackward = false;

  constructor(source: string, flags: string, subject: Subject) {
    this.#source = source;
    this.#flags = flags;
    this.#subject = subject;
    const opening = /\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?<(?<name>[^=!>][^>]*)>|(?!\?))/gs;
    const groups = [...source.matchAll(opening)].filter(([text]) => text.startsWith('('));
    this.#names = groups.map(({ groups: named }) => named?.name ?? '');
  }

  parse(): Matcher {
    const whole = this.#choice();
    if (this.#at < this.#source.length) throw this.#unknown();
    return whole;
  }

  #unknown(): Error {
    return new Error(`test/work/regex-steps.ts cannot count /${this.#source}/${this.#flags}, from ${this.#at} on`);
  }

  #takes(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  /** Takes what a sticky pattern matches. */
  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source);
    if (found) this.#at = pattern.lastIndex;
    return found ?? undefined;
  }

  #choice(): Matcher {
    const ways = [this.#sequence()];
    while (this.#takes('|')) ways.push(this.#sequence());
    if (ways.length === 1) return ways[0];
    return (at, next) => {
      for (const way of ways) {
        this.#subject.steps++;
        const end = way(at, next);
        if (end !== undefined) return end;
      }
      return undefined;
    };
  }

  #sequence(): Matcher {
    const parts: Matcher[] = [];
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at])) parts.push(this.#repeated());
    if (this.#isBackward) parts.reverse();
    const from = (index: number, next: Next): Next =>
      index === parts.length ? next : (at) => parts[index](at, from(index + 1, next));
    return parts.length === 1 ? parts[0] : (at, next) => from(0, next)(at);
  }

  #repeated(): Matcher {
    const firstGroup = this.#groups;
    const place = this.#place();
    if (place) return place;
    const one = this.#single();
    const part = one ? this.#character(one) : this.#group();
    const times = this.#take(/(?:([*+?])|\{(\d+)(,?)(\d*)\})(\??)/y);
    if (!times) return part;
    const [, sign, least, comma, most, lazy] = times;
    const min = sign ? Number(sign === '+') : Number(least);
    const max = sign === '?' ? 1 : sign || (comma && !most) ? Number.POSITIVE_INFINITY : comma ? Number(most) : min;
    if (one) return lazy ? this.#lazyRun(one, min, max) : this.#run(one, min, max);
    return this.#loop({ part, min, max, isLazy: lazy !== '', groups: [firstGroup, this.#groups] });
  }

  /** As many characters as there are, then one fewer at a time. */
  #run(one: (at: number) => number | undefined, min: number, max: number): Matcher {
    return (start, next) => {
      const places = [start];
      while (places.length <= max) {
        this.#subject.steps++;
        const end = one(places[places.length - 1]);
        if (end === undefined) break;
        places.push(end);
      }
      for (let count = places.length - 1; count >= min; count--) {
        this.#subject.steps++;
        const end = next(places[count]);
        if (end !== undefined) return end;
      }
      return undefined;
    };
  }

  /** As few characters as will do, then one more at a time. */
  #lazyRun(one: (at: number) => number | undefined, min: number, max: number): Matcher {
    return (start, next) => {
      let place: number | undefined = start;
      for (let count = 0; place !== undefined && count <= max; count++) {
        this.#subject.steps++;
        const end = count >= min ? next(place) : undefined;
        if (end !== undefined) return end;
        place = count < max ? one(place) : undefined;
      }
      return undefined;
    };
  }

  #loop(of: { part: Matcher; min: number; max: number; isLazy: boolean; groups: readonly [number, number] }): Matcher {
    const { part, min, max, isLazy, groups } = of;
    const { groups: held } = this.#subject;
    const round =
      (count: number, next: Next): Next =>
      (at) => {
        this.#subject.steps++;
        const more = (): number | undefined => {
          if (count >= max) return undefined;
          const before = held.slice();
          for (let group = groups[0]; group < groups[1]; group++) held[group] = undefined;
          // A round that took nothing is no round, unless it is asked for.
          const end = part(at, (place) => (place === at && count >= min ? undefined : round(count + 1, next)(place)));
          if (end === undefined) for (let group = groups[0]; group < groups[1]; group++) held[group] = before[group];
          return end;
        };
        if (count < min) return more();
        return isLazy ? (next(at) ?? more()) : (more() ?? next(at));
      };
    return (at, next) => round(0, next)(at);
  }

  #character(one: (at: number) => number | undefined): Matcher {
    return (at, next) => {
      this.#subject.steps++;
      const end = one(at);
      return end === undefined ? undefined : next(end);
    };
  }

  /** One character, by what is written for it: asked of a real expression, once for each character. */
  #single(): ((at: number) => number | undefined) | undefined {
    const written = this.#take(
      /\[(?:\\.|[^\]\\])*\]|\.|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[^1-9kbB])|[^()[\]{}|*+?^$\\]|[\]{}]/suy,
    )?.[0];
    if (written === undefined) return undefined;
    const isUnicode = /[uv]/.test(this.#flags);
    const is = new RegExp(`^(?:${written})$`, this.#flags.replace(/[gymd]/g, ''));
    const known = new Map<string, boolean>();
    const isBackward = this.#isBackward;
    return (at) => {
      const { text } = this.#subject;
      const char = isBackward ? before(text, at, isUnicode) : after(text, at, isUnicode);
      if (char === '') return undefined;
      let answer = known.get(char);
      if (answer === undefined) {
        answer = is.test(char);
        known.set(char, answer);
      }
      return answer ? at + (isBackward ? -char.length : char.length) : undefined;
    };
  }

  /** What takes no characters: anchors, borders of words, looks ahead and behind. */
  #place(): Matcher | undefined {
    const look = this.#take(/\(\?(<?)([=!])/y);
    if (look) return this.#look(look[1] === '<', look[2] === '=');
    const anchor = this.#take(/\^|\$|\\[bB]/y)?.[0];
    if (anchor === undefined) return undefined;
    const isMultiline = this.#flags.includes('m');
    const isWord = (char: string | undefined): boolean => char !== undefined && /\w/.test(char);
    const holds = (at: number): boolean => {
      const { text } = this.#subject;
      if (anchor === '^') return at === 0 || (isMultiline && /[\n\r\u2028\u2029]/.test(text[at - 1]));
      if (anchor === '$') return at === text.length || (isMultiline && /[\n\r\u2028\u2029]/.test(text[at]));
      return (isWord(text[at - 1]) !== isWord(text[at])) === (anchor === '\\b');
    };
    return (at, next) => {
      this.#subject.steps++;
      return holds(at) ? next(at) : undefined;
    };
  }

  #look(isBackward: boolean, wanted: boolean): Matcher {
    const around = this.#isBackward;
    this.#isBackward = isBackward;
    const inner = this.#choice();
    this.#isBackward = around;
    if (!this.#takes(')')) throw this.#unknown();
    return (at, next) => {
      this.#subject.steps++;
      return (inner(at, (place) => place) !== undefined) === wanted ? next(at) : undefined;
    };
  }

  #group(): Matcher {
    const back = this.#take(/\\(?:([1-9]\d*)|k<([^>]+)>)/y);
    if (back) return this.#backReference(back[1] ? Number(back[1]) - 1 : this.#names.indexOf(back[2]));
    if (!this.#takes('(')) throw this.#unknown();
    const index = this.#takes('?:') ? undefined : this.#groups++;
    if (index !== undefined) this.#take(/\?<[^>]+>/y);
    const isBackward = this.#isBackward;
    const inner = this.#choice();
    if (!this.#takes(')')) throw this.#unknown();
    if (index === undefined) return inner;
    const { groups } = this.#subject;
    return (at, next) =>
      inner(at, (place) => {
        const held = groups[index];
        groups[index] = isBackward ? [place, at] : [at, place];
        const end = next(place);
        if (end === undefined) groups[index] = held;
        return end;
      });
  }

  #backReference(index: number): Matcher {
    if (this.#isBackward || this.#flags.includes('i')) throw this.#unknown();
    return (at, next) => {
      const { text, groups } = this.#subject;
      const [from, to] = groups[index] ?? [0, 0];
      this.#subject.steps += 1 + to - from;
      return text.startsWith(text.slice(from, to), at) ? next(at + to - from) : undefined;
    };
  }
}

const after = (text: string, at: number, isUnicode: boolean): string => {
  const code = isUnicode ? text.codePointAt(at) : undefined;
  return code !== undefined && code > 0xffff ? text.slice(at, at + 2) : text.charAt(at);
};

const before = (text: string, at: number, isUnicode: boolean): string => {
  const isPair = isUnicode && at > 1 && (text.codePointAt(at - 2) as number) > 0xffff;
  return isPair ? text.slice(at - 2, at) : text.charAt(at - 1);
};
