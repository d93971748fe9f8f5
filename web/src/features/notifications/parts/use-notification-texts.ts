import type { Notification } from '@antiphon/contract/notifications';
import { say, useTexts } from '../../../texts/texts.ts';
import { truncateChars } from '../../../ui/format/format.ts';

const shownChars = 50;

/** Title and body in the language that is shown, at most 50 characters each. */
export function useNotificationTexts() {
  const t = useTexts('notifications');
  return ({ kind, values }: Pick<Notification, 'kind' | 'values'>) => {
    const low = values.usedPercent === '100' ? 'credits_out' : 'credits_low';
    const name = kind !== 'credits_low' ? kind : values.org ? (`org_${low}` as const) : low;
    const who = visitorOf(values);
    const body =
      who === '' && kind === 'person_requested'
        ? t('bodies.conversation_started', values)
        : who !== '' && kind === 'conversation_started'
          ? t('bodies.person_requested', { ...values, email: who })
          : t(`bodies.${name}`, { ...values, email: who });
    return { title: truncateChars(t(`titles.${name}`, values), shownChars), body: truncateChars(body, shownChars) };
  };
}

/** By name and address, else as the inbox calls them; nothing where the notification is of an earlier release. */
function visitorOf({ name = '', email = '', number = '' }: Record<string, string>): string {
  const known = [name, email === 'none' ? '' : email].filter((part) => part !== '');
  if (known.length > 0) return known.join(say('ui', 'comma'));
  return number === '' ? '' : say('notifications', 'visitorNumbered', { number });
}
