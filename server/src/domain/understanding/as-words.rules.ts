/** What strangers or other systems wrote, within a message: no mark of Markdown counts in it, and no address becomes a link. */
export const asWords = (text: string): string =>
  text.replace(/[\\`*_[\]~|<>#]/g, (sign) => `\\${sign}`).replace(/(https?|mailto|www)(?=[:.])/gi, '$1\u2060');
