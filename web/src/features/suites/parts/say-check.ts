import type { SuiteCheck } from '@antiphon/contract/suites';
import type { useTexts } from '../../../texts/texts.ts';

type Say = ReturnType<typeof useTexts<'suites'>>;

/** A check in a sentence, as it stands in a report. */
export function sayCheck(t: Say, check: SuiteCheck): string {
  switch (check.kind) {
    case 'says':
    case 'says_none':
      return t(`says.${check.kind}`, { words: check.words.map((words) => `“${words}”`).join(', ') });
    case 'cites':
      return t('says.cites', { title: check.title || t('check.document') });
    case 'outcome':
      return t(`says.outcome_${check.is}`);
    case 'offers_person':
      return t(check.is ? 'says.offers_person' : 'says.offers_nobody');
    case 'calls':
      return t('says.calls', { name: check.name });
    case 'reaches':
      return t('says.reaches', { title: check.title || check.nodeId });
    case 'cites_nothing':
    case 'calls_nothing':
      return t(`says.${check.kind}`);
  }
}
