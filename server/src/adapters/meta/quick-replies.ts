import type { Choice } from '@antiphon/contract/events';
import { areShort } from '../shared/channel-text/with-buttons.ts';

/** https://developers.facebook.com/docs/messenger-platform/reference/buttons/quick-replies: longer titles are cut there. */
const REPLIES = { most: 13, labelMax: 20 };

/** Messenger and Instagram show them above the field in which people write, until one is tapped or something else is said. */
export const areQuickReplies = (choices: readonly Choice[]): boolean => areShort(choices, REPLIES);

export const quickRepliesOf = (buttons: readonly Choice[] | undefined) =>
  buttons
    ? { quick_replies: buttons.map(({ id, label }) => ({ content_type: 'text', title: label, payload: id })) }
    : {};
