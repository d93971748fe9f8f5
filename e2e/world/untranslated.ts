import type { Page } from '@playwright/test';

/** Words that nobody translates, whole: names, addresses and what a test typed. */
type Data = readonly string[];

/**
 * What a person sees or hears on the page without the brackets of the pseudo-language: visible texts, names, placeholders,
 * titles. Left out is what people or programs wrote: `data-text="content"`, `bdi`, `time`, `code`, `kbd`, lines in a code editor,
 * initials in place of a picture, values of fields, frames, addresses.
 */
export async function untranslated(page: Page, data: Data): Promise<string[]> {
  const found = await page.evaluate(() => {
    const written = 'script, style, bdi, time, code, kbd, .cm-line, .mantine-Avatar-placeholder, [data-text="content"]';
    const said: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent?.checkVisibility() && !parent.closest(`${written}, textarea, option`))
        said.push(node.textContent ?? '');
    }
    for (const element of document.body.querySelectorAll('*')) {
      if (element.closest(`${written}, [aria-hidden=true]`) || !element.checkVisibility()) continue;
      for (const name of ['aria-label', 'aria-description', 'placeholder', 'title', 'alt']) {
        said.push(element.getAttribute(name) ?? '');
      }
    }
    return said;
  });
  return [...new Set(found.map((text) => text.trim()).filter((text) => hasWords(text, data)))];
}

const figure = /^[\d.,:/\s-]+(ms|s|B|KB|MB|%)?$/;
const address = /https?:\/\/[^\s⟧]+|[\w.-]+@[\w.-]+\.\w+|\b([\w-]+\.)*example\.com\b|#[\dA-F]{6}\b/g;

export function hasWords(text: string, data: Data): boolean {
  let rest = text.replace(address, ' ');
  for (let before = ''; before !== rest; ) {
    before = rest;
    // A text may hold another one: the innermost brackets go first.
    rest = rest.replace(/⟦[^⟦⟧]*⟧/gu, ' ');
  }
  for (const word of data) rest = rest.replaceAll(word, ' ');
  return /\p{L}/u.test(rest) && !figure.test(rest.trim());
}
