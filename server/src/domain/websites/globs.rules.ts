/** Which addresses of a site are asked for. */
export type Globs = { include: readonly string[]; exclude: readonly string[] };

export const ALL: Globs = { include: [], exclude: [] };

/** `rule` is the pattern that left it out. */
export type GlobVerdict = { verdict: 'in' } | { verdict: 'not_included' } | { verdict: 'excluded'; rule: string };

/** What leaves out counts before what lets in. */
export function makeGlobFilter({ include, exclude }: Globs): (url: string) => GlobVerdict {
  const lets = include.map(compile);
  const leaves = exclude.map((rule) => ({ rule, matches: compile(rule) }));
  return (url) => {
    const parts = URL.parse(url);
    if (!parts) return { verdict: 'not_included' };
    const left = leaves.find(({ matches }) => matches(parts));
    if (left) return { verdict: 'excluded', rule: left.rule };
    return lets.length === 0 || lets.some((matches) => matches(parts))
      ? { verdict: 'in' }
      : { verdict: 'not_included' };
  };
}

/**
 * One that begins with a slash is of the path, any other of host and path. `*` is anything but a slash, `**` anything; `/blog/**` is
 * also `/blog`. A query counts where the pattern has one.
 */
function compile(glob: string): (url: URL) => boolean {
  const isPath = glob.startsWith('/');
  const pattern = encode(glob.replace(/^https?:\/\//i, ''));
  const hasQuery = pattern.includes('?');
  const folder = pattern.endsWith('/**') ? pattern.slice(0, -3) : null;
  return ({ host, pathname, search }) => {
    const text = `${isPath ? '' : host}${pathname}${hasQuery ? search : ''}`;
    return matchesGlob(pattern, text) || (folder !== null && matchesGlob(folder, text));
  };
}

/** As the path of an address is written. */
const encode = (glob: string) => glob.replace(/[^\x21-\x7e]+/g, encodeURIComponent);

type Token = string | 1 | 2;

/**
 * Walks all ways to read the pattern at once: its time is that of the pattern times that of the address, whatever stands in either.
 */
function matchesGlob(pattern: string, text: string): boolean {
  const tokens: Token[] = (pattern.match(/\*+|[^*]/g) ?? []).map((one) =>
    one.startsWith('*') ? (one.length > 1 ? 2 : 1) : one,
  );
  /** Places in the pattern that what was read so far may stand at. */
  let places = open(tokens, [0]);
  for (const character of text) {
    const next: number[] = [];
    for (const at of places) {
      const token = tokens[at];
      if (token === 2 || (token === 1 && character !== '/')) next.push(at);
      else if (token === character) next.push(at + 1);
    }
    if (next.length === 0) return false;
    places = open(tokens, next);
  }
  return places.has(tokens.length);
}

/** A star may stand for nothing. */
function open(tokens: readonly Token[], from: readonly number[]): Set<number> {
  const places = new Set<number>();
  for (let at of from) {
    while (!places.has(at)) {
      places.add(at);
      if (typeof tokens[at] === 'string' || at >= tokens.length) break;
      at += 1;
    }
  }
  return places;
}
