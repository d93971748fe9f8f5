import { limits } from '@antiphon/contract/limits';
import { say } from '../../../texts/texts.ts';
import { truncateChars } from '../../../ui/format/format.ts';
import { completeAddress, titleOfText } from '../../knowledge/sources.ts';
import type { PickedAgentFile } from './agent-file.ts';

export type Source = 'website' | 'files' | 'text' | 'agent' | 'empty';

export interface NewAgentValues {
  title: string;
  url: string;
  pagesMax: number | string;
  textTitle: string;
  text: string;
  files: File[];
  agentFile: PickedAgentFile | null;
}

const titleCharsMax = 80;

/** The name that an agent gets when none was typed: the site, the file or the text it reads. */
export function suggestTitle(source: Source, values: NewAgentValues): string {
  const [file] = values.files;
  const address = source === 'website' ? completeAddress(values.url) : null;
  const title =
    (address && new URL(address).hostname.replace(/^www\./, '')) ||
    (source === 'files' && file && file.name.replace(/\.[^.]+$/, '')) ||
    (source === 'text' && textTitleOf(values)) ||
    (source === 'agent' && values.agentFile?.title) ||
    '';
  return truncateChars(title, titleCharsMax);
}

/** The title that was typed, or the first line of the text. */
export const textTitleOf = ({ textTitle, text }: Pick<NewAgentValues, 'textTitle' | 'text'>): string =>
  textTitle.trim() || titleOfText(text);

/** Errors of the fields that count for the source. */
export function validateNewAgent(source: Source, values: NewAgentValues): Record<string, string> {
  const errors: Record<string, string> = {};
  if (values.title.trim() === '' && suggestTitle(source, values) === '') errors.title = say('new-agent', 'nameMissing');
  if (source === 'website') {
    if (completeAddress(values.url) === null) {
      errors.url = say('new-agent', values.url.trim() === '' ? 'urlMissing' : 'urlInvalid');
    }
    const pages = Number(values.pagesMax);
    if (!Number.isInteger(pages) || pages < 1 || pages > limits.crawlPagesMax) {
      errors.pagesMax = say('new-agent', 'pagesInvalid', { max: limits.crawlPagesMax });
    }
  }
  if (source === 'text') {
    if (values.text.trim() === '') errors.text = say('new-agent', 'textMissing');
    else if (values.text.length > limits.knowledgeTextCharsMax) {
      errors.text = say('ui', 'charsMax', { count: limits.knowledgeTextCharsMax });
    }
  }
  if (source === 'files' && values.files.length === 0) errors.files = say('new-agent', 'filesMissing');
  if (source === 'agent' && values.agentFile === null) errors.agentFile = say('new-agent', 'agentFile.missing');
  // A missing name is no second complaint beside the missing content it would be taken from.
  if (source !== 'empty' && Object.keys(errors).length > 1) delete errors.title;
  return errors;
}
