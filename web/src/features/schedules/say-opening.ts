import { type OpeningHours, openingAt } from '@antiphon/contract/opening-hours';
import { say } from '../../texts/texts.ts';
import { inLanguageOf } from '../../ui/format/in-language.ts';

const DAY_MS = 86_400_000;

const language = inLanguageOf((locale) => locale);

/** 'Berlin' for Europe/Berlin. */
export const placeOf = (timeZone: string): string => (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');

/** 'Open now, closes at 17:00 in Berlin.', by the clock there. */
export function sayOpening(hours: OpeningHours, now = new Date()): { isOpen: boolean; text: string } {
  const { isOpen, changesAt } = openingAt(hours, now);
  const place = placeOf(hours.timeZone);
  if (!changesAt) return { isOpen, text: say('schedules', isOpen ? 'opening.always' : 'opening.never', { place }) };
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language(), { timeZone: hours.timeZone, ...options });
  const date = format({ dateStyle: 'short' });
  const isToday = date.format(changesAt) === date.format(now);
  const isFar = changesAt.getTime() - now.getTime() > 6 * DAY_MS;
  const time = format({ hour: 'numeric', minute: '2-digit' }).format(changesAt);
  const day = format({ weekday: 'long', ...(isFar ? { day: 'numeric', month: 'long' } : {}) }).format(changesAt);
  if (isToday) return { isOpen, text: say('schedules', isOpen ? 'opening.closes' : 'opening.opens', { time, place }) };
  return { isOpen, text: say('schedules', isOpen ? 'opening.closesOn' : 'opening.opensOn', { day, time, place }) };
}
