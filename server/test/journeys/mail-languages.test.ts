import { makeThemeString } from '@antiphon/contract/agency-themes';
import { randomText, type WorkspaceUid } from '@antiphon/contract/ids';
import { desc } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { makeScope } from '../../src/db/make-scope.ts';
import { notifications, pushSubscriptions } from '../../src/db/schema/notifications.ts';
import type { PushMessages } from '../../src/domain/notifications/notifications.ports.ts';
import { pushNotification } from '../../src/domain/notifications/push-notification.ts';
import { ok, publish, signUp, startChat } from '../factories/api-factory.ts';
import { makeAgency, startClientSession } from '../factories/client-factory.ts';
import { secretKey } from '../factories/people.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases, testSystemScope } from '../harness/database.ts';
import { type ReceivedMail, startSmtpInbox } from '../harness/smtp-inbox.ts';

const inbox = await startSmtpInbox();
afterAll(() => inbox.close());

// Over a real mail server: who gets which mail, in which language, in whose name.
describe.each(await openJourneyDatabases())('languages of mails on $name', async ({ database }) => {
  const api = await startTestApi(database, { SMTP_URL: inbox.url, EMAIL_FROM: 'Antiphon <hello@example.com>' });
  afterAll(() => api.stop());
  const address = () => `${randomText(12).toLowerCase()}@example.com`;
  const mailsTo = (to: string) => inbox.mails.filter(({ recipients }) => recipients.includes(to));
  const awaitMail = async (to: string, subject: RegExp | string): Promise<ReceivedMail> => {
    const find = async () => mailsTo(to).find((mail) => mail.subject?.match(subject));
    return (await until(find, (mail) => mail !== undefined))!;
  };
  const agency = await makeAgency(api);
  const theme = { customThemeJSONString: makeThemeString('#ffd400', 'system') };
  ok(await agency.asOwner('POST', '/agency', { name: 'Harbour Labs', supportEmail: 'help@example.com', ...theme }));
  await publish(api, agency.owner, agency.agentId);

  /** What a browser of this person is told of the newest notification. */
  const pushed = async (personId: string) => {
    const scope = makeScope(agency.owner.uid as WorkspaceUid);
    const keys = { endpoint: 'https://push.example.com/x', p256dh: '', auth: '' };
    await database.unscoped.insert(pushSubscriptions).values({ ...scope, personId, ...keys });
    const [newest] = await database.unscoped.select().from(notifications).orderBy(desc(notifications.ts)).limit(1);
    const sent: string[] = [];
    const pushMessages: PushMessages = {
      makeKeys: () => ({ publicKey: 'public', privateKey: 'private' }),
      encode: (_subscription, _keys, { text }) => {
        sent.push(text);
        return { headers: {}, body: new Uint8Array() };
      },
    };
    const postOut = {
      checkAddress: (url: string) => url,
      post: async () => ({ status: 201, text: '', headers: new Headers() }),
    };
    const log = pino({ level: 'silent' });
    const deps = { database, systemScope: testSystemScope, secretKey, pushMessages, postOut, log };
    await pushNotification(deps, scope, newest!.id);
    await database.unscoped.delete(pushSubscriptions);
    expect(sent).toHaveLength(1);
    return JSON.parse(sent[0]!);
  };

  test('a German client: invitation, code, notification, new passwords and a new address', async () => {
    const dashboardPassword = 'first-horse-battery';
    const settings = { notifyThrough: 'all', notifyIf: 'requestsOnly' };
    const client = await agency.newClient({
      dashboardPassword,
      preferredLanguage: 'de',
      notificationsSettings: settings,
      canAccess: ['/convos'],
    });
    const { email } = client;
    ok(await agency.asOwner('POST', `/clients/${client.ID}/invite`, {}));
    const invited = await awaitMail(email, 'Ihr Dashboard bei Harbour Labs');
    // Planted: the color of the product -> blue.
    expect(invited.html).toMatch(/background-color:#FFD400/i);
    expect(invited.from?.text).toBe('"Harbour Labs" <hello@example.com>');
    expect(invited.html).toMatch(/<html[^>]*lang="de"/);
    expect(invited.text).toContain(`Guten Tag Cleo, bei Harbour Labs wurde ein Dashboard für Sie eingerichtet.`);
    ok(await agency.post('/rpc/ssoClient', { email, agencyId: agency.agencyId }));
    const coded = await awaitMail(email, /^\d{6} ist Ihr Anmeldecode für Harbour Labs$/);
    expect(coded.html).toContain('Oder öffnen Sie diese Adresse: ');

    const chat = await startChat(api, agency.agentId);
    const path = `/public/conversations/${chat.conversationId}/contact`;
    ok(await api.call('POST', path, { caller: chat.visitor, body: { email: 'vera@example.com' } }));
    const told = await awaitMail(email, 'Ein Besucher bittet um Rückmeldung');
    expect(told.text).toContain('Sie wollten per E-Mail benachrichtigt werden.');

    expect(await pushed(client.ID)).toMatchObject({ title: 'Ein Besucher bittet um Rückmeldung' });

    const caller = await startClientSession(api, { uid: agency.owner.uid, clientId: client.ID }, 'password');
    ok(await api.call('POST', '/client/password', { caller, body: { newPassword: 'own-horse-battery' } }));
    const own = await awaitMail(email, 'Ihr Passwort für Harbour Labs wurde geändert');
    expect(own.text).toContain('das Passwort Ihres Dashboards wurde soeben geändert');
    expect(own.text).toContain('help@example.com');
    ok(await agency.asOwner('POST', `/clients/${client.ID}`, { dashboardPassword: 'theirs-horse-battery' }));
    await until(
      async () => mailsTo(email).filter(({ text }) => text?.includes('hat Ihrem Dashboard soeben ein neues Passwort')),
      (found) => found.length === 1,
    );
    const next = address();
    ok(await agency.asOwner('POST', `/clients/${client.ID}`, { email: next }));
    const moved = await awaitMail(email, 'Ihre E-Mail-Adresse für Harbour Labs wurde geändert');
    expect(moved.raw + moved.text).not.toContain(next);
    // The same address again is no change.
    ok(await agency.asOwner('POST', `/clients/${client.ID}`, { email: next, name: 'Cleo Brandt' }));
    const raw = mailsTo(email).map((mail) => `${mail.raw}${mail.html}${mail.text}`);
    expect(raw.join('')).not.toMatch(/Antiphon|first-horse|own-horse|theirs-horse/);
    expect(mailsTo(next)).toEqual([]);
  });

  test('an Arabic client changes their own address: the mail to the old one runs from right to left', async () => {
    const client = await agency.newClient({ preferredLanguage: 'ar' });
    const caller = await startClientSession(api, { uid: agency.owner.uid, clientId: client.ID });
    const email = address();
    ok(await api.call('POST', '/client/email', { caller, body: { email } }));
    const { subject = '' } = await awaitMail(email, 'يؤكد عنوانك الجديد لدى Harbour Labs');
    const code = /\d{6}/.exec(subject)?.[0];
    ok(await api.call('POST', '/client/email/confirm', { caller, body: { email, code } }));
    const mail = await awaitMail(client.email, 'تم تغيير عنوان بريدك الإلكتروني لدى Harbour Labs');
    expect(mail.html).toMatch(/<html[^>]*dir="rtl"/);
    expect(mail.html).toMatch(/<html[^>]*lang="ar"/);
    expect(mail.html).toContain('<bdi>help@example.com</bdi>');
    expect(mail.text).toContain('مرحبًا \u2068Cleo\u2069، تم تغيير عنوان البريد الإلكتروني للوحة تحكمك للتو.');
    expect(mail.subject).not.toMatch(/[\u2066-\u2069]/);
    expect(`${mail.raw}${mail.html}${mail.text}`).not.toContain('Antiphon');
  });

  test('an owner: as the page was on which the account was made, then as the account has it', async () => {
    const email = address();
    const body = { name: 'Olga', email, password: `pw-${randomText(16)}` };
    const headers = { origin: api.origin, 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' };
    const entered = await api.call('POST', '/auth/sign-up/email', { body, headers });
    ok(entered);
    await awaitMail(email, 'Bestätigen Sie Ihre E-Mail-Adresse für Antiphon');
    const cookie = entered.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const caller = { cookie };
    expect(ok(await api.call('GET', '/v2/users/me', { caller })).preferredLanguage).toBe('de');
    const saved = ok(await api.call('POST', '/v2/users/me', { caller, body: { preferredLanguage: 'fr' } }));
    expect(saved).toMatchObject({ preferredLanguage: 'fr', displayName: 'Olga' });
    const ask = (to: string, path: string) =>
      api.call('POST', `/auth${path}`, { body: { email: to }, headers: { ...headers, 'accept-language': 'es' } });
    ok(await ask(email, '/sign-in/magic-link'));
    await awaitMail(email, 'Votre lien de connexion à Antiphon');
    ok(await ask(email, '/request-password-reset'));
    await awaitMail(email, 'Choisissez un nouveau mot de passe pour Antiphon');
    ok(await ask(email, '/email-otp/send-verification-otp'));
    await awaitMail(email, /^\d{6} est votre code de connexion à Antiphon$/);
    // Whoever has no account gets the language of the page, and an account that is made by the link keeps it.
    const newcomer = address();
    ok(await ask(newcomer, '/sign-in/magic-link'));
    const { text } = await awaitMail(newcomer, 'Tu enlace de acceso a Antiphon');
    const token = decodeURIComponent(/#token=(\S+)/.exec(text ?? '')![1]!);
    const exchange = { body: { token }, headers: { 'accept-language': 'es' } };
    const { authToken } = ok(await api.call('POST', '/rpc/tokenToUser', exchange));
    const signedIn = await api.call('POST', '/auth/one-time-token/verify', { body: { token: authToken }, headers });
    const own = { cookie: signedIn.headers.getSetCookie()[0]!.split(';')[0]! };
    expect(ok(await api.call('GET', '/v2/users/me', { caller: own })).preferredLanguage).toBe('es');
    // A member is invited in their own language, a stranger in that of whoever invites.
    const { uid } = ok(await api.call('GET', '/v2/me', { caller }));
    const stranger = address();
    for (const to of [stranger, newcomer])
      ok(await api.call('POST', `/v2/workspaces/${uid}/email`, { caller, body: { to } }));
    await awaitMail(stranger, /^Olga vous invite à rejoindre /);
    await awaitMail(newcomer, /^Olga te invita a /);
  });

  test('what a client writes reaches the agency in the language of its people', async () => {
    const owner = await signUp(api);
    ok(await api.call('POST', '/v2/users/me', { caller: owner.caller, body: { preferredLanguage: 'es' } }));
    const theirs = await makeAgency(api, owner);
    const supportEmail = address();
    ok(await theirs.asOwner('POST', '/agency', { supportEmail }));
    const client = await theirs.newClient({ preferredLanguage: 'de' });
    const caller = await startClientSession(api, { uid: owner.uid, clientId: client.ID });
    ok(await api.call('POST', `/agencies/${theirs.agencyId}/email`, { caller, body: { message: 'Guten Tag' } }));
    expect((await awaitMail(supportEmail, 'Comentarios de Cleo')).text).toContain('Guten Tag');
  });
});
