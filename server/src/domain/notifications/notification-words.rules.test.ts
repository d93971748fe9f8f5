import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DashboardLanguage } from '@antiphon/contract/languages';
import { expect, test } from 'vitest';
import { writeNotification } from './notification-words.rules.ts';
import { NO_EMAIL } from './notifications.rules.ts';

const texts = fileURLToPath(new URL('../../../../web/src/texts', import.meta.url));
type Texts = { titles: Record<string, string>; bodies: Record<string, string> };

test.each(DashboardLanguage.options)('%s: mails and push messages say what the dashboard says', (language) => {
  const { titles, bodies } = JSON.parse(readFileSync(`${texts}/${language}/notifications.json`, 'utf8')) as Texts;
  const ofOrg = {
    agent: 'Shop',
    email: 'ann@example.com',
    document: 'Prices',
    usedPercent: '80',
    creditsLeft: '150',
    org: 'Harbour Labs',
    credits: '10000',
  };
  const { org: _, ...values } = ofOrg;
  const fill = (text = '') => text.replace(/\{(\w+)\}/g, (_, name: keyof typeof ofOrg) => ofOrg[name]);
  for (const kind of ['conversation_started', 'lead_created', 'document_failed', 'credits_low'] as const)
    expect(writeNotification(kind, values, language)).toEqual({ title: fill(titles[kind]), body: fill(bodies[kind]) });
  const refused = { title: fill(titles.sale_refused), body: fill(bodies.sale_refused) };
  expect(writeNotification('sale_refused', ofOrg, language)).toEqual(refused);
  for (const kind of ['payment_reversed', 'payment_disputed'] as const) {
    const of = (key: string) => ({ title: fill(titles[key]), body: fill(bodies[key]) });
    expect(writeNotification(kind, values, language)).toEqual(of(kind));
    expect(writeNotification(kind, ofOrg, language)).toEqual(of(`org_${kind}`));
  }
  const out = writeNotification('credits_low', { ...values, usedPercent: '100' }, language);
  expect(out.title).toBe(titles.credits_out);
  const orgLow = { title: fill(titles.org_credits_low), body: fill(bodies.credits_low) };
  expect(writeNotification('credits_low', ofOrg, language)).toEqual(orgLow);
  const orgOut = { title: fill(titles.org_credits_out), body: bodies.org_credits_out };
  expect(writeNotification('credits_low', { ...ofOrg, usedPercent: '100' }, language)).toEqual(orgOut);
  const asked = { title: titles.contact_left, body: fill(bodies.lead_created) };
  expect(writeNotification('person_requested', values, language)).toEqual(asked);
  const waiting = writeNotification('person_requested', { ...values, email: NO_EMAIL }, language);
  expect(waiting).toEqual({ title: titles.person_requested, body: 'Shop' });
  expect(writeNotification('conversation_started', { ...values, name: 'Vera' }, language).body).toMatch(
    /^Vera[,،] Shop$/,
  );
});
