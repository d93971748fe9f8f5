const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const MOMENT = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/;

const SPOKEN = ['en', 'de', 'es', 'fr', 'ar'];

/** A day, or a moment, as people of this language say it, with the day of the week; times as they were written, with their zone. */
export function sayDate(value: string, lang: string): string | undefined {
  const [, year, month, day, hour = '0', minute = '0', zone = ''] = DAY.exec(value) ?? MOMENT.exec(value) ?? [];
  if (year === undefined) return undefined;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute)));
  const language = lang.split('-')[0]?.toLowerCase() ?? '';
  const format = new Intl.DateTimeFormat(`${SPOKEN.includes(language) ? language : 'en'}-u-nu-latn`, {
    ...{ dateStyle: 'full', timeZone: 'UTC' },
    ...(DAY.test(value) ? {} : { timeStyle: 'short' }),
  } as const);
  return [format.format(date), zone === 'Z' ? 'UTC' : zone].join(' ').trim();
}
