import { Marked } from 'marked';
import type { TextBlock } from '../../domain/extraction/extraction.ports.ts';
import { makeFragmentReader } from './read-html.ts';

const marked = new Marked({ gfm: true, async: false });

/** Markdown by way of its html, so that both read alike; `title:` of a front matter, or the first heading, is the title. */
export function readMarkdown(text: string): { title: string; blocks: TextBlock[] } {
  const frontMatter = /^---\r?\n([\s\S]{0,10000}?)\r?\n---\r?\n/.exec(text);
  const named = /^title:\s*["']?(.*?)["']?\s*$/m.exec(frontMatter?.[1] ?? '')?.[1] ?? '';
  const blocks = makeFragmentReader()(marked.parse(text.slice(frontMatter?.[0].length ?? 0)) as string);
  return { title: named || (blocks[0]?.headingPath[0] ?? ''), blocks };
}
