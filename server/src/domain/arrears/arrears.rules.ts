import type { DashboardLanguage } from '@antiphon/contract/languages';
import type { Region } from '@antiphon/contract/regions';

const DAY_MS = 86_400_000;

/** On which days of being late a mail leaves. */
export const MAIL_DAYS = [0, 3, 7, 13] as const;
/** Then the plan ends, whatever the provider is set to do. */
export const ENDS_AFTER_DAYS = 21;

const after = (since: Date, days: number): Date => new Date(since.getTime() + days * DAY_MS);

export const endOf = (since: Date): Date => after(since, ENDS_AFTER_DAYS);

type Late = { since: Date; told: number; isEnding: boolean };

/** `mail`: which one. Of those whose day passed while nothing ran, the last. */
export type Step = { mail: number } | 'end' | 'wait';

export function stepOf({ since, told, isEnding }: Late, now: Date): Step {
  if (isEnding || now >= endOf(since)) return 'end';
  const passed = MAIL_DAYS.filter((days) => now >= after(since, days)).length;
  return passed > told ? { mail: passed - 1 } : 'wait';
}

/** When there is something to do next. */
export function nextAt({ since, told }: Pick<Late, 'since' | 'told'>): Date {
  const days = MAIL_DAYS[told];
  return days === undefined ? endOf(since) : after(since, days);
}

/** When what failed is tried again: within seconds, then minutes. */
export const retryMs = (failures: number): number => Math.min(30 * 60_000, 5_000 * 2 ** Math.min(failures, 10));

/** Where it is paid. Empty where the installation has no address. */
export const billingPage = (publicUrl: string | null, region: Region, workspaceUid: string): string =>
  publicUrl ? `${publicUrl}/app/${region}/account/billing?workspace=${workspaceUid}` : '';

/** Where an agency gives an org credits. Empty where the installation has no address. */
export const orgPage = (
  publicUrl: string | null,
  region: Region,
  { workspaceUid, orgId }: { workspaceUid: string; orgId: string },
): string => (publicUrl ? `${publicUrl}/app/${region}/clients?org=${orgId}&workspace=${workspaceUid}` : '');

const localeOf = (language: DashboardLanguage) => `${language}-u-nu-latn`;

/** In the reader's language, for a mail. */
export const sumIn = (language: DashboardLanguage, minor: number, currency: string): string =>
  new Intl.NumberFormat(localeOf(language), { style: 'currency', currency }).format(minor / 100);

export const dayIn = (language: DashboardLanguage, day: Date): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(day);
