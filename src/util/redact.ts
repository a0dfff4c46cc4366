/** Takes secrets out of texts. */
export interface Redactor {
  (text: string): string;
  /** For a text that comes in pieces: a secret may be split over them. */
  readonly stream: () => RedactedStream;
}

export interface RedactedStream {
  /** What may be shown by now; the end is held back as long as it may be the beginning of a secret. */
  push(piece: string): string;
  /** The rest. */
  end(): string;
}

const shortestSecret = 8;
/** No key is longer than that, and more is never held back. */
const longestKey = 16_384;

// Each bounded, so that no text makes the search slow, and each from a beginning that names its kind: a hash of git, a
// UUID or the name of a file is no key.
const keys = [
  String.raw`sk-(?:ant|proj|or|svcacct|admin)-[\w-]{16,512}`,
  String.raw`sk-(?=[A-Za-z]{0,60}\d)[A-Za-z0-9]{20,256}`,
  '[rs]k_(?:live|test)_[A-Za-z0-9]{10,256}',
  'gh[opusr]_[A-Za-z0-9]{20,255}',
  'github_pat_[A-Za-z0-9_]{20,255}',
  String.raw`glpat-[\w-]{18,255}`,
  'npm_[A-Za-z0-9]{30,64}',
  '(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])',
  String.raw`AIza[\w-]{30,64}`,
  String.raw`xox[abeoprs]-[\w-]{10,255}`,
  String.raw`eyJ[\w-]{8,8000}\.eyJ[\w-]{2,8000}\.[\w-]{0,1024}`,
].join('|');
const bearer = String.raw`(?:[Bb]earer|BEARER)[ \t]{1,8}(?=[^ \t\r\n]{0,64}\d)[A-Za-z0-9._~+/=-]{16,4096}`;
// Up to its last line, which tells nothing; also where that never comes.
const pem = String.raw`-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----)[\w+/=\s\\:,.-]){0,15000}`;
const address = String.raw`:\/\/(?<user>[^\s/:@"'<>]{0,256}):[^\s/@"'<>]{1,1024}@`;

/** Beginnings of secrets that have blanks in them. */
const openBearer = /bearer[ \t]{1,8}$/i;
const openPem = /^-----B[A-Z0-9 ]{0,60}-{0,5}$/;
const longestOpening = 80;

/** Knows the values of variables with secret names, and texts that look like keys. */
export const makeRedactor = (env: Readonly<Record<string, string | undefined>>): Redactor => {
  const values = secretsIn(env);
  const known = values.map((value) => value.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|');
  const looks = `(?<![A-Za-z0-9_-])(?:${keys})|(?<![A-Za-z0-9])${bearer}|${pem}|${address}`;
  const pattern = new RegExp(known === '' ? looks : `${known}|${looks}`, 'g');
  const redact = (text: string): string => text.replace(pattern, replacement);
  return Object.assign(redact, { stream: () => new Pieces(pattern, values) });
};

const replacement = (found: string, ...more: readonly unknown[]): string => {
  const { user } = more.at(-1) as { user: string | undefined };
  if (user !== undefined) return `://${user}:[redacted]@`;
  return /^bearer[ \t]/i.test(found) ? `${found.slice(0, 6)} [redacted]` : '[redacted]';
};

class Pieces implements RedactedStream {
  readonly #pattern: RegExp;
  readonly #values: readonly string[];
  readonly #longest: number;
  #held = '';
  /** The letter before what is held: a key begins where no word goes on. */
  #before = '';

  constructor(pattern: RegExp, values: readonly string[]) {
    this.#pattern = pattern;
    this.#values = values;
    this.#longest = Math.max(longestKey, ...values.map((value) => value.length));
  }

  push(piece: string): string {
    this.#held += piece;
    return this.#release(this.#openFrom(), false);
  }

  end(): string {
    return this.#release(this.#held.length, true);
  }

  /** From where on what is held may be the beginning of a secret. */
  #openFrom(): number {
    const held = this.#held;
    const least = Math.max(0, held.length - this.#longest);
    // By hand: a regular expression that ends in $ is tried from every place, which takes too long for long words.
    let from = held.length;
    while (from > least && !isBlank(held.charCodeAt(from - 1))) from--;
    from -= openBearer.exec(held.slice(Math.max(0, from - longestOpening), from))?.[0].length ?? 0;
    const dashes = held.lastIndexOf('-----B');
    if (dashes >= held.length - longestOpening && openPem.test(held.slice(dashes))) from = Math.min(from, dashes);
    for (const value of this.#values) from = Math.min(from, startOfOpen(held, value));
    return Math.max(least, from);
  }

  #release(cut: number, isLast: boolean): string {
    const text = this.#before + this.#held;
    const skip = this.#before.length;
    let shown = '';
    let at = skip;
    let end = cut + skip;
    for (const match of text.matchAll(this.#pattern)) {
      const [found] = match;
      const stop = match.index + found.length;
      if (match.index < skip) continue;
      if (match.index >= end) break;
      // It may go on in what comes next.
      if (stop === text.length && !isLast) {
        end = match.index;
        break;
      }
      shown += text.slice(at, match.index) + replacement(found, match.groups);
      at = stop;
      end = Math.max(end, stop);
    }
    shown += text.slice(at, end);
    this.#before = end > 0 ? text[end - 1] : '';
    this.#held = text.slice(end);
    return shown;
  }
}

const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0xfeff;

/** Where the end of a text is the beginning of a value. */
const startOfOpen = (text: string, value: string): number => {
  let from = Math.max(0, text.length - value.length + 1);
  for (from = text.indexOf(value[0], from); from >= 0; from = text.indexOf(value[0], from + 1)) {
    if (value.startsWith(text.slice(from))) return from;
  }
  return text.length;
};

/** The longest first, so that none hides a longer one that begins with it. */
const secretsIn = (env: Readonly<Record<string, string | undefined>>): string[] => {
  const found = new Set<string>();
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || !hasSecretName(name) || !isSecretValue(value.trim())) continue;
    found.add(value.trim());
    // In JSON it looks different, where it has quotes or ends of lines in it.
    found.add(JSON.stringify(value.trim()).slice(1, -1));
  }
  return [...found].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
};

const secretName = /TOKEN(?!S)|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|(?:^|_)(?:AUTH|PASS|PAT)(?:_|$)|KEY$|KEY_/;
/** Where the secret is, and not what it is. */
const placeName = /_(?:SOCK|FILE|PATH|DIR|HOME|ID|NAME|TTL|TYPE|URL|URI|HOST|PORT)$/;
const plainWord = /^(?:enabled|disabled|required|optional|anonymous|password|undefined|\d{1,11})$/i;

const hasSecretName = (name: string): boolean => {
  const upper = name.toUpperCase();
  return secretName.test(upper) && !placeName.test(upper);
};

const isSecretValue = (value: string): boolean => value.length >= shortestSecret && !plainWord.test(value);
