import { Lexer, type Token } from 'marked';

/**
 * Addresses, but those of people, that some program would make a link of: Markdown with everything that GitHub's has, an address as it stands, and a name with a
 * path. It shares nothing with what takes links apart.
 */
export function liveLinks(text: string): string[] {
  const found: string[] = [];
  const walk = (tokens: Token[]) => {
    for (const token of tokens) {
      if ((token.type === 'link' || token.type === 'image') && 'href' in token) found.push(String(token.href));
      if ('tokens' in token && token.tokens) walk(token.tokens);
      if (token.type === 'list') for (const item of token.items as { tokens: Token[] }[]) walk(item.tokens);
      if (token.type === 'table')
        for (const cell of [...token.header, ...token.rows.flat()] as { tokens: Token[] }[]) walk(cell.tokens);
    }
  };
  walk(new Lexer({ gfm: true }).lex(text));
  for (const [bare] of text.matchAll(
    /https?:\/\/[^\s<>"`]+|\bwww\.[^\s<>"`]+|\b[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,12}\/[^\s<>"`]*/gi,
  ))
    found.push(bare);
  return found.map((address) => address.replaceAll('&amp;', '&')).filter((address) => !/^mailto:/i.test(address));
}
