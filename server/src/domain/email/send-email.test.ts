import { type EmailId, newUserId, newWorkspaceUid, randomText } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { newTestScope, openTestDatabases, testSystemScope } from '../../../test/harness/database.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import type { OutgoingEmail, TemplatedEmail } from './email.ports.ts';
import { EMAIL_LIMITS } from './email.rules.ts';
import { purgeOldEmails } from './purge-emails.ts';
import { queueEmail } from './queue-email.ts';
import { getOutboxEmail, listOutbox } from './read-outbox.ts';
import { sendDueEmails, sendEmail } from './send-email.ts';

const secretKey = 'test-0123456789abcdefghijklmnopqrstuvwxyz';

describe.each(await openTestDatabases())('mails on $name', ({ database }) => {
  const clock = { now: new Date() };
  const sent: OutgoingEmail[] = [];
  let refuse: (() => VendorFailure) | null = null;
  const deps = {
    database,
    systemScope: testSystemScope,
    secretKey,
    platformName: 'Antiphon',
    isProduction: false,
    renderLetter: async (letter: { heading: string; action?: { url: string } }) => ({
      html: `<h1>${letter.heading}</h1>`,
      text: letter.action?.url ?? '',
    }),
    emailTransport: {
      async send(mail: OutgoingEmail) {
        if (refuse) throw refuse();
        sent.push(mail);
      },
    },
    findSender: async () => null,
    findBrandColor: async () => null,
    now: () => clock.now,
  };
  const address = () => `${randomText(10).toLowerCase()}@example.com`;
  const link = (token = randomText(32)): TemplatedEmail => ({
    template: 'magic_link',
    props: { url: `https://app.example.com/magic-link#token=${token}`, minutes: 15 },
  });
  /** Of a purpose that whoever writes shares. */
  const confirmation: TemplatedEmail = {
    template: 'verify_email',
    props: { url: 'https://app.example.com/verify-email', hours: 24 },
  };
  const queue = (to: string, mail = link(), validMs?: number) =>
    database.transaction(testSystemScope, (tx) =>
      queueEmail(deps, tx, testSystemScope, { ...mail, to, language: 'en', ...(validMs ? { validMs } : {}) }),
    );
  const rowOf = async (id: EmailId) => {
    const answer = (await database.unscoped.execute(sql`select * from emails where id = ${id}`)) as unknown as {
      rows: { state: string; reason: string; attempts: number; sealed: Uint8Array | null }[];
    };
    return answer.rows[0]!;
  };
  const fresh = () => {
    // What is queued now is due.
    clock.now = new Date(Date.now() + 5_000);
    refuse = null;
    sent.length = 0;
  };

  test('a mail is sent once, also when ten workers take it at the same time', async () => {
    fresh();
    const to = address();
    const id = await queue(to);
    await Promise.all(Array.from({ length: 10 }, () => sendEmail(deps, id)));
    await sendEmail(deps, id);
    expect(sent.map((mail) => ({ id: mail.id, to: mail.to }))).toEqual([{ id, to }]);
    expect(await rowOf(id)).toMatchObject({ state: 'sent', attempts: 1, sealed: null });
  });

  test('what an agency sends names the agency everywhere, and the platform nowhere', async () => {
    fresh();
    const to = address();
    const props = { clientName: 'Cleo', email: to, url: 'https://harbour.example.com/', hours: 24 };
    await database.transaction(testSystemScope, (tx) =>
      queueEmail(deps, tx, testSystemScope, {
        template: 'client_invitation',
        props,
        to,
        language: 'en',
        brandName: 'Harbour Labs',
      }),
    );
    await sendDueEmails(deps);
    const [mail] = sent.filter((one) => one.to === to);
    expect(mail).toMatchObject({ senderName: 'Harbour Labs', subject: 'Your dashboard at Harbour Labs' });
    expect(JSON.stringify(mail)).not.toContain('Antiphon');
  });

  test('what a transaction did not commit is never sent', async () => {
    fresh();
    const to = address();
    const undone = database.transaction(testSystemScope, async (tx) => {
      await queueEmail(deps, tx, testSystemScope, { ...link(), to, language: 'en' });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await sendDueEmails(deps);
    expect(sent.filter((mail) => mail.to === to)).toEqual([]);
  });

  test('no link stands in the database in the clear, before or after', async () => {
    fresh();
    const token = randomText(40);
    const id = await queue(address(), link(token));
    const dump = async () =>
      JSON.stringify(await database.unscoped.execute(sql`select e::text, encode(e.sealed, 'escape') from emails e`)) +
      JSON.stringify(await database.unscoped.execute(sql`select o::text from outbox o`));
    expect(await dump()).toContain(id);
    expect(await dump()).not.toContain(token);
    await sendEmail(deps, id);
    expect(sent[0]?.text).toContain(token);
    expect(await dump()).not.toContain(token);
  });

  test('a failure is tried again when its wait is over, under the same id', async () => {
    fresh();
    const id = await queue(address());
    refuse = () => new VendorFailure('unreachable', 'connection refused');
    await sendEmail(deps, id);
    expect(await rowOf(id)).toMatchObject({ state: 'queued', attempts: 1, reason: 'connection refused' });
    refuse = null;
    await sendDueEmails(deps);
    expect(sent).toEqual([]);
    clock.now = new Date(clock.now.getTime() + 31_000);
    await sendDueEmails(deps);
    expect(sent.map((mail) => mail.id)).toContain(id);
    expect(await rowOf(id)).toMatchObject({ state: 'sent', attempts: 2, reason: '' });
  });

  test('a worker that died holds a mail for two minutes, no longer', async () => {
    fresh();
    const id = await queue(address());
    const dying = { ...deps, emailTransport: { send: () => new Promise<void>(() => {}) } };
    void sendEmail(dying, id);
    await expect.poll(async () => (await rowOf(id)).attempts === 0 && sent.length).toBe(0);
    await expect
      .poll(async () => {
        const answer = (await database.unscoped.execute(
          sql`select lease_until > now() as leased from emails where id = ${id}`,
        )) as unknown as { rows: { leased: boolean }[] };
        return answer.rows[0]?.leased;
      })
      .toBe(true);
    await sendDueEmails(deps);
    expect(sent.filter((mail) => mail.id === id)).toEqual([]);
    await database.unscoped.execute(
      sql`update emails set lease_until = lease_until - interval '2 minutes' where id = ${id}`,
    );
    await sendDueEmails(deps);
    expect(sent.filter((mail) => mail.id === id)).toHaveLength(1);
  });

  test('what can never arrive fails at once, with the reason and without its link', async () => {
    fresh();
    const id = await queue(address());
    refuse = () => new VendorFailure('invalid', 'no such mailbox');
    await sendEmail(deps, id);
    expect(await rowOf(id)).toMatchObject({ state: 'failed', reason: 'no such mailbox', sealed: null });
  });

  test('it is given up after the last wait, and a mail whose link has ended is not sent', async () => {
    fresh();
    const [lasting, ending] = [await queue(address()), await queue(address(), link(), 60_000)];
    refuse = () => new VendorFailure('rate_limited', 'slow down');
    await sendEmail(deps, ending);
    for (let attempt = 0; attempt < 12; attempt++) {
      await sendEmail(deps, lasting);
      clock.now = new Date(clock.now.getTime() + 9 * 3_600_000);
    }
    refuse = null;
    await sendDueEmails(deps);
    expect(await rowOf(lasting)).toMatchObject({ state: 'failed', reason: 'slow down', attempts: 9 });
    expect(await rowOf(ending)).toMatchObject({ state: 'failed', reason: 'Its link ended before it could be sent.' });
    expect(sent.filter(({ id }) => id === lasting || id === ending)).toEqual([]);
  });

  test('without a provider mails are kept and can be read, but never in production', async () => {
    fresh();
    const token = randomText(20);
    const [kept, lost] = [await queue(address(), link(token)), await queue(address())];
    const none = { ...deps, emailTransport: null };
    await sendEmail(none, kept);
    expect(await rowOf(kept)).toMatchObject({ state: 'kept' });
    expect((await listOutbox(none)).find(({ id }) => id === kept)?.subject).toBe('Your sign-in link for Antiphon');
    expect((await getOutboxEmail(none, kept)).text).toContain(token);
    await sendEmail({ ...none, isProduction: true }, lost);
    expect(await rowOf(lost)).toMatchObject({ state: 'failed', sealed: null });
  });

  test('an address gets its share in an hour, whoever writes, also at once', async () => {
    fresh();
    const to = address();
    const { max } = EMAIL_LIMITS.perRecipient;
    const answers = await Promise.allSettled(Array.from({ length: max + 10 }, () => queue(to)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(max);
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'rate_limited' } });
  });

  test('a workspace counts against the same share of a recipient, and cannot look at it', async () => {
    fresh();
    const userId = newUserId();
    const uid = newWorkspaceUid();
    await database.unscoped.execute(
      sql`insert into users (id, name, email) values (${userId}, 'Ann', ${`${userId}@example.com`})`,
    );
    await database.unscoped.execute(
      sql`insert into workspaces (uid, owner_user_id, workspace_name, secret_hash, secret_last4) values (${uid}, ${userId}, 'Shop', ${uid}, '')`,
    );
    const scope = { ...newTestScope(), workspaceUid: uid };
    const to = address();
    const invite = () =>
      database.transaction(scope, (tx) => queueEmail(deps, tx, scope, { ...confirmation, to, language: 'en' }));
    for (let index = 0; index < EMAIL_LIMITS.perRecipient.max - 1; index++) await queue(to, confirmation);
    await invite();
    await expect(invite()).rejects.toMatchObject({ code: 'rate_limited' });
    const look = database.transaction(scope, (tx) => tx.execute(sql`select * from email_windows`));
    await expect(look).rejects.toThrow();
  });

  test.each(['ann', 'ann@example.com\r\nBcc: eve@example.com', 'a@example.com,b@example.com'])(
    '%j is refused',
    async (to) => {
      await expect(queue(to)).rejects.toMatchObject({ code: 'invalid_input', message: 'Please enter a valid email' });
    },
  );

  test('mails go after 30 days', async () => {
    fresh();
    const id = await queue(address());
    const day = 24 * 3_600_000;
    await purgeOldEmails(database, testSystemScope, new Date(Date.now() + 29 * day));
    expect(await rowOf(id)).toBeDefined();
    await purgeOldEmails(database, testSystemScope, new Date(Date.now() + 31 * day));
    expect(await rowOf(id)).toBeUndefined();
  });
});
