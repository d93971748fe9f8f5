import { expect, test } from 'vitest';
import type { Letter } from '../../domain/email/email.ports.ts';
import { renderLetter } from './render-letter.ts';

const url = 'https://app.example.com/magic-link?region=na#token=a%2Bb';
const brand = (name: string, color: string | null = null) => ({ name, color });
const letter: Letter = {
  language: 'en',
  orOpen: 'Or open this address: ',
  subject: 'Your link',
  preview: 'It works once.',
  heading: 'Join <script>alert(1)</script>',
  paragraphs: ['Press the "button" & go.', 'It works once.'],
  action: { label: 'Sign in', url },
  code: '123456',
  footnote: 'If this was not you, ignore it.',
};

test('a mail has everything in HTML and in text, and what a person typed is text in both', async () => {
  const { html, text } = await renderLetter(letter, brand('Harbour <Bikes>'));
  expect(html).toMatch(/^<!DOCTYPE html/);
  expect(html.match(new RegExp(`href="${url.replace(/[?+]/g, '\\$&')}"`, 'g'))).toHaveLength(2);
  expect(html).not.toContain('<script>');
  expect(html).toContain('Harbour &lt;Bikes&gt;');
  expect(html).not.toMatch(/<img|<link|@import|url\(/);
  for (const words of [
    'Press the "button" & go.',
    'It works once.',
    '123456',
    'If this was not you',
    'Harbour <Bikes>',
  ])
    expect(text).toContain(words);
  expect(text.split('\n')).toContain(url);
});

// Planted: words on the button are always white -> not to be read on yellow.
test('a button has the color of its brand, with words that can be read on it', async () => {
  const button = async (color: string | null) =>
    /<a[^>]*style="([^"]*background-color[^"]*)"/.exec((await renderLetter(letter, brand('Harbour', color))).html)?.[1];
  expect(await button(null)).toMatch(/background-color:#2E5AAC.*[^-]color:#FFFFFF/is);
  expect(await button('#0b6e4f')).toMatch(/background-color:#0B6E4F.*[^-]color:#FFFFFF/is);
  expect(await button('#ffd400')).toMatch(/background-color:#FFD400.*[^-]color:#17181C.*border:1px solid/is);
});

test('without a button or a code there is none', async () => {
  const { action: _action, code: _code, ...plain } = letter;
  const { html, text } = await renderLetter(plain, brand('Antiphon'));
  expect(html).not.toContain('href=');
  expect(text).not.toContain('http');
});

test('Arabic runs from right to left, and names in it, the code and the address in their own direction', async () => {
  const arabic: Letter = {
    ...letter,
    language: 'ar',
    paragraphs: ['مرحبًا \u2068ann@example.com\u2069.'],
    code: '123456',
  };
  const { html, text } = await renderLetter(arabic, brand('Harbour'));
  expect(html).toMatch(/<html[^>]*dir="rtl"[^>]*lang="ar"|<html[^>]*lang="ar"[^>]*dir="rtl"/);
  expect(html).toMatch(/<body[^>]*dir="rtl"/);
  expect(html).not.toContain('lang="en"');
  expect(html).toContain('<bdi>ann@example.com</bdi>');
  expect(html).toMatch(/<a[^>]*dir="ltr"/);
  expect(html).toMatch(/<p[^>]*dir="ltr"[^>]*>123456/);
  expect(html).not.toContain('\u2068');
  expect(text).toContain('\u2068ann@example.com\u2069');
  const english = await renderLetter(letter, brand('Harbour'));
  expect(english.html).not.toContain('rtl');
});
