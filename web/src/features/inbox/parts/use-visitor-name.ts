import type { InboxItem } from '@antiphon/contract/handoffs';
import { useTexts } from '../../../texts/texts.ts';

/**
 * What a visitor is called: by what they left, else as the page calls them, else by the last signs of the conversation, so that
 * two can be told apart.
 */
export function useVisitorName(): (
  item: Pick<InboxItem, 'id' | 'contactName' | 'contactEmail' | 'nameOnPage'>,
) => string {
  const t = useTexts('inbox');
  return ({ id, contactName, contactEmail, nameOnPage }) =>
    contactName || contactEmail || nameOnPage.trim() || t('visitorNumbered', { number: id.slice(-4).toUpperCase() });
}

/** Of `de-AT` the language: where somebody is from does not help to answer them. */
export const mainLanguage = (lang: string): string => lang.split('-')[0] ?? lang;
