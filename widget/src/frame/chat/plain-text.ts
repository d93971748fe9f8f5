/** An answer as a screen reader should say it: without the marks of Markdown and the numbers of its sources. */
export const plainText = (markdown: string) =>
  markdown
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/ ?\[\d{1,2}\]/g, '')
    .replace(/[`*_~|]+|^\s*(#+|>|-{3,})/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
