import * as z from 'zod';

/** The languages of the dashboards, of mails and of push messages. English is the source of all texts. */
export const DashboardLanguage = z.enum(['en', 'de', 'es', 'fr', 'ar']);
export type DashboardLanguage = z.infer<typeof DashboardLanguage>;

/** The first of an Accept-Language header that there is, by its main part: `de-AT` is `de`. English where there is none. */
export const pickLanguage = (header: string | null): DashboardLanguage =>
  (header ?? '')
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase())
    .find(isLanguage) ?? 'en';

const isLanguage = (tag: string): tag is DashboardLanguage =>
  (DashboardLanguage.options as readonly string[]).includes(tag);

export const directionOf = (language: DashboardLanguage): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');
