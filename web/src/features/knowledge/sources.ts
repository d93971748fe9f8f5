import { limits } from '@antiphon/contract/limits';
import { say } from '../../texts/texts.ts';
import { formatBytes, truncateChars } from '../../ui/format/format.ts';

const extensions = ['.pdf', '.docx', '.md', '.txt', '.html', '.htm', '.csv'];

/** Why a file cannot be added, or null. The type is judged by its ending: browsers name few of these types alike. */
export function refuseFile({ name, size }: { name: string; size: number }): string | null {
  const ending = /\.[^.]+$/.exec(name.toLowerCase())?.[0] ?? '';
  if (!extensions.includes(ending)) return say('knowledge', 'files.wrongType', { name });
  if (size > limits.uploadBytesMax) {
    return say('knowledge', 'files.tooLarge', { name, size: formatBytes(limits.uploadBytesMax) });
  }
  return size === 0 ? say('knowledge', 'files.isEmpty', { name }) : null;
}

const titleCharsMax = 80;
const titleCharsLong = 50;

/** "Harbor Bakery, 12 Mill Lane. Phone ..." begins with a name; shorter ones ("St. ", "Prof. ") are no names yet. */
const nameFirst = /^(.{8,40}?)(?:[,;:|!?،؛؟，。]|\.(?=\s)|\s[–—-]\s)/u;

/**
 * What a text is called that nobody gave a title: its first line, without the marks of a heading; of a long one what stands before the first
 * comma or period. Empty where there is no text.
 */
export function titleOfText(text: string): string {
  const line = text.split('\n').find((one) => /[\p{L}\p{N}]/u.test(one)) ?? '';
  const title = line.replace(/^[\s#*>-]+|[\s#*:]+$/g, '');
  return truncateChars((title.length > titleCharsLong && nameFirst.exec(title)?.[1]) || title, titleCharsMax);
}

/** An address as people type it, made whole: 'example.com' is read as https. Null where it is none. */
export function completeAddress(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  return url.hostname.includes('.') || url.hostname === 'localhost' ? url.href : null;
}
