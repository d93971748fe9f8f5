import type { InboxItem } from '@antiphon/contract/handoffs';
import { useTexts } from '../../../texts/texts.ts';

/** What a visitor is called: by what they left, else by the last signs of the conversation, so that two can be told apart. */
export function useVisitorName(): (item: Pick<InboxItem, 'id' | 'contactName' | 'contactEmail'>) => string {
  const t = useTexts('inbox');
  return ({ id, contactName, contactEmail }) =>
    contactName || contactEmail || t('visitorNumbered', { number: id.slice(-4).toUpperCase() });
}

/** Of `de-AT` the language: where somebody is from does not help to answer them. */
export const mainLanguage = (lang: string): string => lang.split('-')[0] ?? lang;
