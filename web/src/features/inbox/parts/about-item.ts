import { CHANNEL_NAMES } from '@antiphon/contract/channel-names';
import type { InboxItem } from '@antiphon/contract/handoffs';
import { formatLanguage } from '../../../ui/format/format.ts';
import { mainLanguage } from './use-visitor-name.ts';

/** Where somebody writes, to which agent, in which language. */
export const aboutItem = ({ channel, agentTitle, lang }: Pick<InboxItem, 'channel' | 'agentTitle' | 'lang'>): string =>
  [channel && CHANNEL_NAMES[channel], agentTitle, lang && formatLanguage(mainLanguage(lang))]
    .filter(Boolean)
    .join(' · ');
