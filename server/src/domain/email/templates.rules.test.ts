import { DashboardLanguage } from '@antiphon/contract/languages';
import { describe, expect, it } from 'vitest';
import type { EmailTemplates, TemplatedEmail } from './email.ports.ts';
import { languageOf, oneLine, writeLetter } from './templates.rules.ts';

const url = 'https://app.example.com/x#token=a';
const invitation = (workspaceName: string, inviterName = 'Ann'): TemplatedEmail => ({
  template: 'workspace_invitation',
  props: { workspaceName, inviterName, url, days: 7 },
});

it.each([
  ['a\r\nBcc: eve@example.com', 'a Bcc: eve@example.com'],
  ['a\nb', 'a b'],
  ['a\u2028b', 'a b'],
  ['a\u0000b', 'a b'],
  ['invoice \u202egnp.exe', 'invoice gnp.exe'],
])('%j is the one line %j', (given, expected) => {
  expect(oneLine(given)).toBe(expected);
});

it('no name can add a header, a line or a page of text to a mail', () => {
  for (const language of DashboardLanguage.options) {
    const mail = invitation('Shop\r\nBcc: eve@example.com', 'x'.repeat(5_000));
    const letter = writeLetter(mail, 'Antiphon\nX: y', language);
    expect(letter.subject).not.toMatch(/[\r\n\u2066-\u2069]/);
    expect(letter.subject.length).toBeLessThanOrEqual(200);
    expect(letter.paragraphs.join('')).not.toMatch(/[\r\n]/);
    expect(letter.paragraphs.join('').length).toBeLessThan(600);
  }
});

it('a link is never cut', () => {
  const long = `https://app.example.com/verify-email#token=${'a'.repeat(900)}`;
  const mail: TemplatedEmail = { template: 'verify_email', props: { url: long, hours: 24 } };
  for (const language of DashboardLanguage.options)
    expect(writeLetter(mail, 'Antiphon', language).action?.url).toBe(long);
});

it('a mail that was written before there were languages is English', () => {
  expect(languageOf({ code: '123456' })).toBe('en');
  expect(languageOf({ language: 'tlh' })).toBe('en');
  expect(languageOf({ language: 'ar' })).toBe('ar');
});

const dkimRecord = {
  type: 'TXT',
  name: 'a._domainkey.given.example.com',
  value: `v=DKIM1; k=rsa; p=${'A'.repeat(392)}`,
};
const mxRecord = { type: 'MX', name: 'send.given.example.com', value: 'mx.example.com', priority: 10 };

/** One value of each prop that stands nowhere else, so that a language that leaves one out is found. */
const purposes: { purpose?: 'sending' | 'custom' }[] = [{}, { purpose: 'sending' }, { purpose: 'custom' }];
const filled: { [Name in keyof EmailTemplates]: EmailTemplates[Name][] } = {
  magic_link: [{ url, minutes: 15 }],
  sign_in_code: [{ code: '135790', minutes: 10 }],
  reset_password: [{ url, minutes: 30 }],
  verify_email: [{ url, hours: 24 }],
  password_changed: [{ name: 'GivenAnn' }, { name: '' }],
  new_email: [{ code: '135790', minutes: 10 }],
  new_email_taken: [{}],
  email_changed: [{ name: 'GivenAnn' }, { name: '' }],
  workspace_invitation: [{ workspaceName: 'GivenShop', inviterName: 'GivenBob', url, days: 7 }],
  webhook_failing: [null, 503].flatMap((status) =>
    [true, false].map((isPaused) => ({ host: 'hooks.example.com', status, error: 'GivenWhy.', isPaused, url })),
  ),
  notification: [{ title: 'GivenTitle', body: 'GivenBody', url }],
  export_ended: [true, false].map((isReady) => ({ workspaceName: 'GivenShop', isReady, url, days: 7 })),
  operator_reply: [url, ''].map((link) => ({
    operator: 'GivenOlga',
    agent: 'GivenShop',
    paragraphs: ['GivenWords'],
    earlier: ['GivenBefore'],
    url: link,
  })),
  log_entry: [
    { type: 'GivenOrder', channel: 'GivenMail', content: 'GivenContent' },
    { type: 'GivenOrder', channel: '', content: 'GivenContent' },
  ],
  client_invitation: [{ clientName: 'GivenCleo', email: 'cleo@example.com', url, hours: 24 }],
  client_login_code: [{ code: '135790', minutes: 10, url }],
  client_password_changed: [true, false].map((byAgency) => ({
    clientName: 'GivenCleo',
    byAgency,
    contact: 'GivenHelp',
    url,
  })),
  client_new_email: [{ clientName: 'GivenCleo', code: '123456', minutes: 10 }],
  client_email_changed: [true, false].map((byAgency) => ({ clientName: 'GivenCleo', byAgency, contact: 'GivenHelp' })),
  contact_left: ['GivenVera', ''].map((name) => ({
    agent: 'GivenAgent',
    name,
    email: 'vera@example.com',
    paragraphs: name === '' ? [] : ['GivenOne', 'GivenTwo'],
    url,
  })),
  client_feedback: [
    { name: 'GivenCleo', email: 'cleo@example.com', paragraphs: ['GivenOne', 'GivenTwo'], files: ['a.png: x'] },
  ],
  dns_instructions: purposes.map((purpose) => ({
    ...{ domain: 'given.example.com', records: [dkimRecord, mxRecord] },
    ...purpose,
  })),
  payment_overdue: [0, 1, 2, 3].map((which) => ({
    ...{ workspaceName: 'GivenShop', sum: 'Given$20', endsOn: 'GivenDay', which, isClient: which > 1 },
    url: which === 1 ? '' : url,
  })),
  recharge_paused: (['declined', 'holder_needed', 'card_refused'] as const).flatMap((why) =>
    [true, false].map((isSeller) => ({
      ...{ workspaceName: 'GivenShop', why, isSeller },
      url: why === 'declined' ? '' : url,
    })),
  ),
  custom_domain: (['live', 'failing', 'suspended', 'unpaid', 'expired', 'displaced'] as const).map((became) => ({
    domain: 'given.example.com',
    agencyName: 'GivenShop',
    became,
    url: became === 'live' ? '' : url,
  })),
  dns_reminder: [url, ''].map((page) => ({
    ...(page === '' ? {} : { purpose: 'custom' as const }),
    domain: 'given.example.com',
    agencyName: 'GivenShop',
    records: [dkimRecord],
    url: page,
    stopUrl: page === '' ? '' : `${page}&stop`,
  })),
};
const mails = Object.entries(filled).flatMap(([template, all]) =>
  all.map((props) => ({ template, props }) as TemplatedEmail),
);
const MARKS = /Given[A-Z]\w+|Harbour|[\w.]+@?example\.com|\d+/g;
/** What stands in a text beside its own words. */
const marksOf = (text: string) => [...new Set(text.match(MARKS))].sort();

describe.each(DashboardLanguage.options)('mails in %s', (language) => {
  it.each(mails)('$template says all that the English one says', (mail) => {
    const english = writeLetter(mail, 'Harbour', 'en');
    const letter = writeLetter(mail, 'Harbour', language);
    for (const part of ['subject', 'heading', 'preview', 'footnote'] as const) {
      expect(letter[part].trim(), part).not.toBe('');
      expect(marksOf(letter[part]), part).toEqual(marksOf(english[part]));
      // Only what was given stands as it was given.
      const isGiven = Object.values(mail.props).includes(english[part]) || mail.template === 'client_feedback';
      if (language !== 'en' && !isGiven && part !== 'preview') expect(letter[part], part).not.toBe(english[part]);
    }
    expect(marksOf(letter.paragraphs.join(' '))).toEqual(marksOf(english.paragraphs.join(' ')));
    expect(letter.action?.url).toBe(english.action?.url);
    expect(letter.code).toBe(english.code);
    expect(letter.aside?.url).toBe(english.aside?.url);
    // What is copied is the same in each language, and whole.
    const copied = ({ records = [] }: typeof letter) => records.map((lines) => lines.map(({ value }) => value));
    expect(copied(letter)).toEqual(copied(english));
    if ('records' in mail.props) expect(copied(letter)[0]).toEqual(['TXT', dkimRecord.name, dkimRecord.value]);
    expect(letter).toMatchObject({ language, orOpen: expect.stringMatching(/\S/) });
    if (language === 'ar') expect(letter.footnote).toMatch(/\p{Script=Arabic}/u);
  });
});

it('in Arabic a name keeps its own direction, and its marks are in no header, code or link', () => {
  const mail: TemplatedEmail = {
    template: 'client_login_code',
    props: { code: '135790', minutes: 10, url },
  };
  const letter = writeLetter(mail, 'Harbour', 'ar');
  expect(letter.heading).toContain('\u2068Harbour\u2069');
  expect(`${letter.subject}${letter.preview}${letter.code}${letter.action?.url}`).not.toMatch(/[\u2066-\u2069]/);
  expect(letter.subject).toContain('135790');
  expect(writeLetter({ template: 'password_changed', props: { name: '' } }, 'Harbour', 'ar').paragraphs[0]).toMatch(
    /^مرحبًا،/,
  );
});
