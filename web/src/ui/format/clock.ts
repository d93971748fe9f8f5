import { inLanguageOf } from './in-language.ts';

const inLanguage = inLanguageOf((locale) => new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }));

/** '17:30' as the language that is shown has it: '5:30 PM', '17:30'. Empty stays empty. */
export function formatClock(time: string): string {
  const [hour = Number.NaN, minute = Number.NaN] = time.split(':').map(Number);
  return Number.isNaN(hour + minute) ? '' : inLanguage().format(new Date(2000, 0, 1, hour, minute));
}

const TYPED = /^(\d{1,2})(?:\s*[:.h]?\s*(\d{2}))?\s*(?:([apصم])\.?\s*m?\.?)?$/i;
const isAfternoon = (half: string) => /[pم]/i.test(half);

/** A time as people type it, '9', '9.30', '0930', '5:30 pm', as '09:30'. Null where it is none. */
export function readClock(typed: string): string | null {
  const found = TYPED.exec(typed.trim());
  if (!found) return null;
  const [, typedHour = '', minute = '00', half] = found;
  const hour = Number(typedHour);
  if (hour > 23 || Number(minute) > 59 || (half !== undefined && (hour < 1 || hour > 12))) return null;
  const shown = half === undefined ? hour : (hour % 12) + (isAfternoon(half) ? 12 : 0);
  return `${String(shown).padStart(2, '0')}:${minute}`;
}
