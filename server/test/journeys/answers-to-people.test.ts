import { newMessageId } from '@antiphon/contract/ids';
import { afterAll, describe, expect, test } from 'vitest';
import { ok, send, settledMessages } from '../factories/api-factory.ts';
import { inbox, makeInbox, startWaitingChat } from '../factories/takeover-factory.ts';
import { startTestApi } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';

const PASSED_ON = 'I have passed this on. A person will answer you here, or by email if you have left your address.';

describe.each(await openJourneyDatabases())(
  'a visitor answers a person who has gone on $name',
  async ({ database }) => {
    const api = await startTestApi(database);
    afterAll(() => api.stop());
    const { owner, agentId, people } = await makeInbox(api, database, 1);
    const [olga] = people.map((person) => inbox(api, owner.uid, person));
    if (!olga) throw new Error('no operator');

    /** A person has asked something back, and gone: by mail the visitor comes to read it tomorrow. */
    const askBack = async () => {
      await olga.online();
      const chat = await startWaitingChat(api, agentId);
      ok(await olga.post(chat.conversationId, 'claim'));
      ok(await olga.post(chat.conversationId, 'messages', { id: newMessageId(), text: 'Which size do you need?' }));
      ok(await olga.post(chat.conversationId, 'give-back'));
      return chat;
    };
    const last = async (chat: Awaited<ReturnType<typeof askBack>>) => (await settledMessages(api, owner, chat)).at(-1);

    test('nobody is there: it is passed on, however much is said, and stands in the inbox; what is known is answered', async () => {
      const chat = await askBack();
      await olga.online('offline');
      for (const text of ['A medium one, Ida', 'Preferably with a bow']) {
        ok(await send(api, chat, text));
        expect(await last(chat)).toMatchObject({ role: 'agent', text: PASSED_ON, isUnknown: false });
      }
      const item = await olga.get(chat.conversationId);
      expect(item).toMatchObject({
        state: 'bot',
        inboxState: 'open',
        isUnread: true,
        lastMessage: 'Preferably with a bow',
      });
      ok(await send(api, chat, 'What does an electric bike cost?'));
      expect((await last(chat))?.text).toContain('28 euros');
      ok(await send(api, chat, 'How tall is a giraffe?'));
      expect(await last(chat)).toMatchObject({ isUnknown: true });
    });

    test('somebody is there: they are called at once', async () => {
      const chat = await askBack();
      ok(await send(api, chat, 'A medium one, Ida'));
      const said = await settledMessages(api, owner, chat);
      expect(said.map(({ text }: { text: string }) => text)).toContain(PASSED_ON);
      expect(await olga.get(chat.conversationId)).toMatchObject({ state: 'waiting', canClaim: true });
    });
  },
);
