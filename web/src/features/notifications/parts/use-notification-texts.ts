import type { Notification } from '@antiphon/contract/notifications';
import { useTexts } from '../../../texts/texts.ts';
import { truncateChars } from '../../../ui/format/format.ts';

const shownChars = 50;

/** Title and body in the language that is shown, at most 50 characters each. */
export function useNotificationTexts() {
  const t = useTexts('notifications');
  return ({ kind, values }: Pick<Notification, 'kind' | 'values'>) => {
    const name = kind === 'credits_low' && values.usedPercent === '100' ? 'credits_out' : kind;
    const about = kind === 'person_requested' && values.email === 'none' ? 'unknown_requested' : name;
    return {
      title: truncateChars(t(`titles.${name}`, values), shownChars),
      body: truncateChars(t(`bodies.${about}`, values), shownChars),
    };
  };
}
