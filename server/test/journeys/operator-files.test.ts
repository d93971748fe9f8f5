import { newMessageId } from '@antiphon/contract/ids';
import { afterAll, describe, expect, test } from 'vitest';
import { makeScope } from '../../src/db/make-scope.ts';
import { emailReplies } from '../../src/domain/inbox/email-replies.ts';
import { type Chat, type Owner, ok, settledMessages } from '../factories/api-factory.ts';
import { follow, inbox, makeInbox, startWaitingChat } from '../factories/takeover-factory.ts';
import { startTestApi, testSecretKey, until } from '../harness/api.ts';
import { openJourneyDatabases, testSystemScope } from '../harness/database.ts';
import { startSmtpInbox } from '../harness/smtp-inbox.ts';

const HOST = 'https://chat.example.com';

const mailbox = await startSmtpInbox();
afterAll(() => mailbox.close());

describe.each(await openJourneyDatabases())('an operator sends files on $name', async ({ database }) => {
  const api = await startTestApi(database, { SMTP_URL: mailbox.url, EMAIL_FROM: 'Antiphon <hello@example.com>' });
  afterAll(() => api.stop());
  const { owner, agentId, people } = await makeInbox(api, database, 2);
  const [olga, otto] = people as [Owner, Owner];
  const desk = inbox(api, owner.uid, olga);
  await desk.online();

  const add = (chat: Chat, { caller }: Owner, text = 'Two bikes, three days.', name = 'offer.txt') => {
    const body = new FormData();
    body.set('file', new File([text], name));
    return api.call('POST', `/v2/workspaces/${owner.uid}/inbox/${chat.conversationId}/files`, { caller, body });
  };
  const reply = (chat: Chat, text: string, fileIds: string[]) =>
    desk.post(chat.conversationId, 'messages', { id: newMessageId(), text, fileIds });
  const held = async () => {
    const chat = await startWaitingChat(api, agentId);
    ok(await desk.post(chat.conversationId, 'claim'));
    return chat;
  };

  test('one without words reaches the visitor in the stream, in what was said, and by its address', async () => {
    const chat = await held();
    const visitor = await follow(api.origin, chat);
    const file = ok(await add(chat, olga));
    ok(await reply(chat, '', [file.id]));
    const told = await visitor.until(({ event, data }) => event === 'message' && data.role === 'operator');
    expect(told?.data).toMatchObject({ text: '', attachments: [{ name: 'offer.txt', url: file.url }] });
    const said = (await settledMessages(api, owner, chat)).at(-1);
    expect(said).toMatchObject({ role: 'operator', attachments: [file] });
    expect(await (await fetch(new URL(file.url, api.origin))).text()).toBe('Two bikes, three days.');
    expect((await desk.get(chat.conversationId)).transcript.at(-1)).toMatchObject({ attachments: [file] });
    await visitor.leave();
  });

  test('who does not hold the conversation stores none, and a reply names files of its own conversation alone', async () => {
    const [chat, other] = [await held(), await held()];
    expect((await add(chat, otto)).body.code).toBe('not_claimed');
    const foreign = ok(await add(other, olga));
    expect(await reply(chat, 'See this.', [foreign.id])).toMatchObject({ status: 400 });
    expect((await reply(chat, '', [])).body).toMatchObject({ code: 'invalid_input', issues: [{ path: 'text' }] });
    expect((await add(chat, olga, 'MZ\u0090\u0000', 'setup.exe')).body.code).toBe('unsupported_type');
  });

  test('it goes with the mail to who left, with its address', async () => {
    const chat = await held();
    const path = `/public/conversations/${chat.conversationId}/contact`;
    ok(await api.call('POST', path, { caller: chat.visitor, body: { email: 'ada@example.com' } }));
    const file = ok(await add(chat, olga));
    ok(await reply(chat, '', [file.id]));
    const deps = { database, secretKey: testSecretKey, publicUrl: HOST, systemScope: testSystemScope, makeScope };
    await emailReplies(deps, new Date(Date.now() + 4 * 60_000));
    const toAda = async () => mailbox.mails.find(({ recipients }) => recipients.includes('ada@example.com'));
    const mail = await until(toAda, (found) => found !== undefined);
    expect(mail?.text).toMatch(/: offer\.txt https:\/\/chat\.example\.com\/api\/\w\w\/files\/fil_\w{22}\n/);
  });
});
