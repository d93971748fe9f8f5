import { limits } from '@antiphon/contract/limits';
import { truncateChars } from '../../../ui/format.ts';

export type Source = 'website' | 'files' | 'text' | 'empty';

export interface NewAgentValues {
  title: string;
  url: string;
  pagesMax: number | string;
  textTitle: string;
  text: string;
  files: File[];
}

export const acceptedTypes: Record<string, string[]> = {
  'application/pdf': ['.pdf'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'text/markdown': ['.md'],
  'text/plain': ['.txt'],
  'text/html': ['.html', '.htm'],
  'text/csv': ['.csv'],
};

const extensions = Object.values(acceptedTypes).flat();
const bytesMaxWords = `${limits.uploadBytesMax / 1024 / 1024} MB`;

/** Why a file cannot be added, or null. The type is judged by its ending: browsers name few of these types alike. */
export function refuseFile({ name, size }: { name: string; size: number }): string | null {
  const ending = /\.[^.]+$/.exec(name.toLowerCase())?.[0] ?? '';
  if (!extensions.includes(ending)) return `${name} is not a pdf, docx, md, txt, html or csv file.`;
  if (size > limits.uploadBytesMax) return `${name} is larger than ${bytesMaxWords}.`;
  return size === 0 ? `${name} is empty.` : null;
}

/** An address as people type it, made whole: 'example.com' is read as https. Null where it is none. */
export function completeAddress(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  return url.hostname.includes('.') || url.hostname === 'localhost' ? url.href : null;
}

const titleCharsMax = 80;

/** The name that an agent gets when none was typed: the site, the file or the text it reads. */
export function suggestTitle(source: Source, values: NewAgentValues): string {
  const [file] = values.files;
  const address = source === 'website' ? completeAddress(values.url) : null;
  const title =
    (address && new URL(address).hostname.replace(/^www\./, '')) ||
    (source === 'files' && file && file.name.replace(/\.[^.]+$/, '')) ||
    (source === 'text' && values.textTitle.trim()) ||
    '';
  return truncateChars(title, titleCharsMax);
}

/** Errors of the fields that count for the source. */
export function validateNewAgent(source: Source, values: NewAgentValues): Record<string, string> {
  const errors: Record<string, string> = {};
  if (values.title.trim() === '' && suggestTitle(source, values) === '') errors.title = 'Please give the agent a name.';
  if (source === 'website') {
    if (completeAddress(values.url) === null) {
      errors.url =
        values.url.trim() === '' ? 'Please enter an address.' : 'Please enter an address such as example.com.';
    }
    const pages = Number(values.pagesMax);
    if (!Number.isInteger(pages) || pages < 1 || pages > limits.crawlPagesMax) {
      errors.pagesMax = `Please enter a number from 1 to ${limits.crawlPagesMax}.`;
    }
  }
  if (source === 'text') {
    if (values.textTitle.trim() === '') errors.textTitle = 'Please enter a title.';
    if (values.text.trim() === '') errors.text = 'Please enter some text.';
    else if (values.text.length > limits.knowledgeTextCharsMax) {
      errors.text = `Please use at most ${limits.knowledgeTextCharsMax.toLocaleString('en')} characters.`;
    }
  }
  if (source === 'files' && values.files.length === 0) errors.files = 'Please add at least one file.';
  // A missing name is no second complaint beside the missing content it would be taken from.
  if (source !== 'empty' && Object.keys(errors).length > 1) delete errors.title;
  return errors;
}
