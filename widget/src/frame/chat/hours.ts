import type { PeopleHours } from '@antiphon/contract/visitors';
import type { Texts } from '../texts/en.ts';

/** Its own: what is loaded later cannot import from the script of the page, which has no address. */
const fill = (text: string, ...values: string[]) =>
  values.reduce((said, value, at) => said.replace(`{${at}}`, () => value), text);

const DAY_MS = 86_400_000;
const startOf = (time: Date) => new Date(time).setHours(0, 0, 0, 0);

/** Empty where there is nothing to say. */
export function sayHours(texts: Texts, lang: string, hours: PeopleHours, isForWait: boolean): string {
  const { opensAt, usualWaitSeconds } = hours;
  if (isForWait) return usualWaitSeconds === null ? '' : sayWait(texts, lang, usualWaitSeconds);
  return opensAt === null ? '' : sayBack(texts, lang, opensAt);
}

/** When people are back, by the visitor's own clock and calendar: `tomorrow at 9:00`. */
export function sayBack(texts: Texts, lang: string, opensAt: string, now = new Date()): string {
  const time = new Date(opensAt);
  // Rounded: the day on which a clock is changed has another length.
  const days = Math.round((startOf(time) - startOf(now)) / DAY_MS);
  const clock = new Intl.DateTimeFormat(lang, { hour: 'numeric', minute: '2-digit' }).format(time);
  return days < 2
    ? fill(texts.backAt, new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(days, 'day'), clock)
    : fill(
        texts.backOn,
        new Intl.DateTimeFormat(lang, { weekday: 'long', day: 'numeric', month: 'long' }).format(time),
        clock,
      );
}

export function sayWait(texts: Texts, lang: string, seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const [count, unit] = minutes < 100 ? [minutes, 'minute'] : [Math.round(minutes / 60), 'hour'];
  return fill(texts.usualWait, new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(count));
}
