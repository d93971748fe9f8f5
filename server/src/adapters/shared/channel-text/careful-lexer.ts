import { getDefaults, Lexer, type Token, Tokenizer } from 'marked';

/** Deeper than anybody reads. */
const DEPTH_MAX = 12;
/** How many signs are looked at in all: for each mark `marked` looks through the rest of its paragraph. */
const LOOKED_MAX = 3_000_000;
/** The end of an emphasis, a link or code is searched in steps; each costs that many of the others' looks. */
const SEARCH_COST = 8;
/** Of code and links in one paragraph: `marked` looks for the end of each before it asks any rule. */
const OPENERS_MAX = 600;

/**
 * marked 18's tokens of a text, in a time that has a limit: marks beyond it stay what they are, text. By itself it takes 16 seconds for
 * 32 kB of `__a*`, and runs out of stack at some thousand `>`.
 */
export function lexCarefully(text: string): Token[] {
  const plain = (): Token[] => [{ type: 'text', raw: text, text }];
  if (text.split(/\n\s*\n/).some((paragraph) => paragraph.split(/`+|\[/).length > OPENERS_MAX)) return plain();
  try {
    return new Lexer({ ...getDefaults(), gfm: true, tokenizer: new CarefulTokenizer() }).lex(text);
  } catch {
    // It throws where none of its rules takes what comes next.
    return plain();
  }
}

class CarefulTokenizer extends Tokenizer {
  depth = 0;
  looked = 0;

  /** The first rule that is asked at each place of a line: where it is enough, the rest is taken as it is. */
  override escape(src: string) {
    this.looked += src.length;
    return this.looked > LOOKED_MAX ? { type: 'escape' as const, raw: src, text: src } : super.escape(src);
  }

  override emStrong(src: string, maskedSrc: string, prevChar?: string) {
    if (!/^[*_]/.test(src)) return undefined;
    this.looked += maskedSrc.length * SEARCH_COST;
    return this.within(() => super.emStrong(src, maskedSrc, prevChar));
  }

  override del(src: string, maskedSrc: string, prevChar?: string) {
    if (!src.startsWith('~')) return undefined;
    this.looked += maskedSrc.length * SEARCH_COST;
    return this.within(() => super.del(src, maskedSrc, prevChar));
  }

  override codespan(src: string) {
    if (!src.startsWith('`')) return undefined;
    this.looked += src.length * SEARCH_COST;
    return super.codespan(src);
  }

  override url(src: string) {
    if (!/^[a-z\d._+-]/i.test(src)) return undefined;
    this.looked += src.length * 2;
    return super.url(src);
  }

  override link(src: string) {
    if (!/^!?\[/.test(src)) return undefined;
    this.looked += src.length * SEARCH_COST;
    return this.within(() => super.link(src));
  }

  override reflink(src: string, links: Lexer['tokens']['links']) {
    return this.within(() => super.reflink(src, links));
  }

  override blockquote(src: string) {
    return this.within(() => super.blockquote(src));
  }

  override list(src: string) {
    return this.within(() => super.list(src));
  }

  private within<Found>(find: () => Found): Found | undefined {
    if (this.depth >= DEPTH_MAX) return undefined;
    this.depth += 1;
    try {
      return find();
    } finally {
      this.depth -= 1;
    }
  }
}
