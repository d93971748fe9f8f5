import type { Notification } from '@antiphon/contract/notifications';
import { say, useTexts } from '../../../texts/texts.ts';
import { truncateChars } from '../../../ui/format/format.ts';

const shownChars = 50;

/** Title and body in the language that is shown, at most 50 characters each. */
export function useNotificationTexts() {
  const t = useTexts('notifications');
  return ({ kind, values }: Pick<Notification, 'kind' | 'values'>) => {
    const low = values.usedPercent === '100' ? 'credits_out' : 'credits_low';
    const told = kind === 'credits_low' ? low : kind;
    const name = values.org && hasOrgWords(told) ? (`org_${told}` as const) : told;
    const who = visitorOf(values);
    const body =
      who === '' && kind === 'person_requested'
        ? t('bodies.conversation_started', values)
        : who !== '' && kind === 'conversation_started'
          ? t('bodies.person_requested', { ...values, email: who })
          : t(`bodies.${name}`, { ...values, email: who });
    const left = kind === 'person_requested' && !['', 'none'].includes(values.email ?? '');
    const title = t(`titles.${left ? 'contact_left' : name}`, values);
    return { title: truncateChars(title, shownChars), body: truncateChars(body, shownChars) };
  };
}

const ofOrgs = ['credits_low', 'credits_out', 'payment_reversed', 'payment_disputed'] as const;
const hasOrgWords = (told: string): told is (typeof ofOrgs)[number] => ofOrgs.some((one) => one === told);

/** By name and address, else as the inbox calls them; nothing where the notification is of an earlier release. */
function visitorOf({ name = '', email = '', number = '' }: Record<string, string>): string {
  const known = [name, email === 'none' ? '' : email].filter((part) => part !== '');
  if (known.length > 0) return known.join(say('ui', 'comma'));
  return number === '' ? '' : say('notifications', 'visitorNumbered', { number });
}
