import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import type { PageFacts, TextBlock } from '../../domain/extraction/extraction.ports.ts';
import { pageAddress } from '../../domain/websites/links.rules.ts';
import { type Heading, htmlBlocks, isHidden, nameOf, oneLine } from './html-blocks.ts';

type Reading = { title: string; blocks: TextBlock[]; page: PageFacts | null };

const LINKS_MAX = 2_000;
const ADDRESS_CHARS_MAX = 2_000;
/** Characters of html. Readability's time grows faster than the page; a page this long is all content anyway. */
const ARTICLE_CHARS_MAX = 1_000_000;
/** Data and templates are none. */
const SCRIPT = /^(?:|module|text\/javascript|application\/(?:x-)?javascript)$/i;
const DOCTYPE = /<!doctype[^<>]*>/i;
const IN_HEAD = /^(?:base|link|meta|noscript|script|style|template|title)$/i;
/** What a page or Readability calls its main part is believed when it is this share of all text; else content would be lost. */
const ARTICLE_SHARE_MIN = 0.6;

/** A web page: its main part where there clearly is one, else all of its body but the navigation. */
export function readHtml(html: string, options: { url: string | null; keepsFooter: boolean }): Reading {
  const { document } = parseHTML(/<html[\s>]/i.test(html) ? html : `<html>${html.replace(DOCTYPE, '')}</html>`);
  completeTree(document);
  const page = options.url ? factsOf(document, options.url) : null;
  const title = titleOf(document);
  const footer = options.keepsFooter ? footerBlocks(document) : [];
  const body = htmlBlocks(document.body ?? document.documentElement, isDecoration);
  const enough = size(body) * ARTICLE_SHARE_MIN;
  const main = mainBlocks(document);
  if (size(main) >= enough) return { title, blocks: [...main, ...footer], page };
  const article = html.length <= ARTICLE_CHARS_MAX ? articleBlocks(document) : [];
  return { title, blocks: [...(size(article) >= enough ? article : body), ...footer], page };
}

/** The tags of head and body may be left out; linkedom then takes a new, empty body for the page's. */
function completeTree(document: Document): void {
  const root = document.documentElement;
  const parts = [...root.childNodes];
  const named = (name: string) => root.querySelector(`:scope > ${name}`);
  const head = named('head') ?? document.createElement('head');
  const body = named('body') ?? document.createElement('body');
  for (const part of parts)
    if (part !== head && part !== body) (IN_HEAD.test(part.nodeName) ? head : body).append(part);
  root.append(head, body);
}

/** Html that we made ourselves from another format: all of it counts. What is read later stands under the last headings. */
export function makeFragmentReader(): (html: string) => TextBlock[] {
  const headings: Heading[] = [];
  const leaves = () => false;
  return (html) => htmlBlocks(parseHTML(`<html><body>${html}</body></html>`).document.body, leaves, headings);
}

const size = (blocks: TextBlock[]) => blocks.reduce((sum, block) => sum + block.text.length, 0);

function isDecoration(element: Element): boolean {
  const role = element.getAttribute('role') ?? '';
  return /^(nav|footer)$/.test(nameOf(element)) || /^(navigation|contentinfo|search|dialog)$/.test(role);
}

const titleOf = (document: Document) =>
  ['title', 'h1']
    .map((name) => oneLine(document.querySelector(name)?.textContent ?? '').slice(0, 200))
    .find((title) => title !== '') ?? '';

function mainBlocks(document: Document): TextBlock[] {
  const mains = document.querySelectorAll('main, [role=main]');
  return mains[0] && mains.length === 1 ? htmlBlocks(mains[0], isDecoration) : [];
}

/** Changes the document, so it comes last. */
function articleBlocks(document: Document): TextBlock[] {
  try {
    const reader = new Readability<Element>(document, { serializer: (node) => node as Element, charThreshold: 200 });
    const content = reader.parse()?.content;
    return content ? htmlBlocks(content) : [];
  } catch {
    // Pages that are broken beyond what Readability expects still have a body.
    return [];
  }
}

function footerBlocks(document: Document): TextBlock[] {
  const footers = [...document.querySelectorAll('body > footer, body > * > footer, [role=contentinfo]')];
  const last = footers.at(-1);
  if (!last || isHidden(last)) return [];
  return htmlBlocks(last, (element) => nameOf(element) === 'nav').filter((block) => block.text.length > 3);
}

function factsOf(document: Document, url: string): PageFacts {
  const base = absolute(document.querySelector('base[href]')?.getAttribute('href'), url) ?? url;
  const robots = document.querySelector('meta[name="robots" i]')?.getAttribute('content') ?? '';
  const links = new Set<string>();
  for (const anchor of document.querySelectorAll('a[href]')) {
    if (links.size >= LINKS_MAX) break;
    if (/\bnofollow\b/i.test(anchor.getAttribute('rel') ?? '')) continue;
    const link = pageAddress(anchor.getAttribute('href') ?? '', base);
    if (link) links.add(link);
  }
  return {
    links: [...links],
    canonical: absolute(document.querySelector('link[rel="canonical" i]')?.getAttribute('href'), base),
    hasScripts: [...document.querySelectorAll('script')].some((one) => SCRIPT.test(one.getAttribute('type') ?? '')),
    isNoFollow: /\b(?:nofollow|none)\b/i.test(robots),
    siteName: oneLine(document.querySelector('meta[property="og:site_name" i]')?.getAttribute('content') ?? '').slice(
      0,
      200,
    ),
  };
}

/** Every link is resolved against the base: a long one would be copied as often. */
const absolute = (href: string | null | undefined, base: string): string | null =>
  href && href.length <= ADDRESS_CHARS_MAX ? (URL.parse(href, base)?.href ?? null) : null;
