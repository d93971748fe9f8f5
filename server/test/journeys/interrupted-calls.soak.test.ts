import { setTimeout as wait } from 'node:timers/promises';
import { VoiceSettings } from '@antiphon/contract/agents';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import {
  addText,
  type Chat,
  createAgent,
  getUsage,
  ok,
  publish,
  signUp,
  startChat,
  useModelServer,
} from '../factories/api-factory.ts';
import { makePhoneWorld, newCaller } from '../factories/phone-world.ts';
import { amount } from '../harness/amounts.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startDeepgramStandIn } from '../harness/deepgram-stand-in.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';
import { makeCallers } from '../harness/relay-callers.ts';
import { startRelayServer } from '../harness/relay-server.ts';
import { openSoundCaller } from '../harness/sound-caller.ts';
import { openStream, Reader, readFrames } from '../harness/visitor-stream.ts';

// Callers who speak into every answer, on the web and on the telephone; those whose browser speaks are in `calls.test.ts`.

const PUBLIC_URL = 'https://app.example.test';
const LONG = Array.from({ length: 12 }, (_, at) => `Sentence number ${at} tells of bikes, and of boats.`).join(' ');
const FIRST = 'Sentence number 0';
const ASKS = amount(10, 4);
const CALLS = amount(200, 8) / ASKS;
const AT_ONCE = 10;
/** A word, and what is heard between a sign of it and the next. */
const NEAR = 16;
const question = (at: number) => `Tell me about bikes and boats ${at}`;
/** Of an answer, before it is spoken into. */
const charsBefore = (call: number, at: number) => 12 + ((call * 37 + at * 23) % 90);

describe.each(await openJourneyDatabases())('who speaks into answers, on $name', async ({ database }) => {
  let origin = '';
  const reach = (url: string) =>
    url.replace(PUBLIC_URL, origin).replace(PUBLIC_URL.replace('https', 'wss'), origin.replace('http', 'ws'));
  const twilio = await startRelayServer();
  const deepgram = await startDeepgramStandIn();
  const callers = makeCallers(twilio, { reach });
  // As fast as people speak: what cannot have been heard in the time is not believed.
  callers.speak(230);
  const host = await startModelServer({ reply: () => LONG, gapMs: 4 });
  const api = await startTestApi(database, {
    ...{ PUBLIC_URL, TWILIO_API_URL: twilio.url, DEEPGRAM_API_URL: deepgram.url, OUTBOUND_ALLOW: host.hostAndPort },
  });
  origin = api.origin;
  afterAll(async () => {
    callers.stop();
    await api.stop();
    await Promise.all([twilio.close(), deepgram.close(), host.close()]);
  });
  const owner = await signUp(api);
  const body = { provider: 'deepgram', label: 'Speech', secret: deepgram.key };
  const { id: credentialId } = ok(
    await api.call('POST', `/v2/workspaces/${owner.uid}/credentials`, { caller: owner.key, body }),
  );
  const withModel = await useModelServer(api, owner, host.baseURL, 'slow-tokens');
  const voice = VoiceSettings.parse({ isEnabled: true, greeting: 'Hello.', provider: 'deepgram', credentialId });
  const agentId = await createAgent(api, owner, (settings) => ({
    ...withModel(settings),
    voice,
    privacy: { ...settings.privacy, showsAiNotice: false },
  }));
  await addText(api, owner, agentId, 'Bikes', 'Tell me about bikes and boats: there are bikes and boats.');
  await publish(api, owner, agentId);
  const phone = makePhoneWorld(api, { database, twilio, owner, agentId });
  await database.unscoped.execute(sql`update limit_uses set max = null`);
  await database.unscoped.execute(
    sql`update credit_accounts set balance = balance + 1000000000 where workspace_uid = ${owner.uid}`,
  );

  const inGroups = async <Found>(one: (call: number) => Promise<Found>) => {
    const found: Found[] = [];
    for (let call = 0; call < CALLS; call += AT_ONCE)
      found.push(
        ...(await Promise.all(Array.from({ length: Math.min(AT_ONCE, CALLS - call) }, (_, more) => one(call + more)))),
      );
    return found;
  };
  type Stored = { id: string; role: string; text: string; state: string; credits: number };
  const isAnswer = (text: string) => text.startsWith(FIRST.slice(0, 8));
  /** All that is stored of a call once it is over, which is that of its conversation. */
  const storedOf = async (conversationId: string) => {
    const [call] = await until(
      async () =>
        ok(await api.call('GET', `/v2/conversations/${conversationId}/calls`, { caller: owner.key })).items as {
          state: string;
          credits: number;
        }[],
      ([one]) => one?.state === 'ended',
    );
    const { transcript } = await until(
      async () => ok(await api.call('GET', `/v2/conversations/${conversationId}`, { caller: owner.key })),
      (found) => found.transcript.every(({ state }: Stored) => !['queued', 'streaming'].includes(state)),
    );
    return { messages: transcript as Stored[], credits: call?.credits ?? 0 };
  };
  /** `heard` has each answer as its caller heard it, in their order. */
  const faultsOf = (messages: Stored[], heard: string[]) => {
    const answers = messages.filter(({ text }) => isAnswer(text));
    return heard.flatMap((truth, at) => {
      const { text = '', state } = answers[at] ?? {};
      const isRight = LONG.startsWith(text) && Math.abs(text.length - truth.length) <= NEAR && state === 'stopped';
      return isRight ? [] : [`heard: ${truth} | stored: ${text} (${state})`];
    });
  };
  /** Answers that a model was told of and that are not those, in that order, of any conversation. */
  const wronglyTold = (conversations: Stored[][], from: number) => {
    const known = conversations.map((messages) =>
      JSON.stringify(messages.flatMap(({ text }) => (isAnswer(text) ? [text] : []))).slice(1, -1),
    );
    return host.requests.slice(from).flatMap(({ messages }) => {
      const told = messages.filter(({ role, content }) => role === 'assistant' && isAnswer(content));
      const list = JSON.stringify(told.map(({ content }) => content)).slice(1, -1);
      return known.some((all) => all.includes(list)) ? [] : [list];
    });
  };
  const heldNow = async () => (await getUsage(api, owner)).heldTokens;

  /** What a visitor's page shows, over a connection that breaks again and again. */
  const read = (chat: Chat) => {
    const reader = new Reader();
    let isOver = false;
    let cuts = 0;
    const reading = (async () => {
      while (!isOver) {
        const left = new AbortController();
        const timer = setTimeout(() => left.abort(), 300);
        const { conversationId, visitor } = chat;
        const { lastEventId } = reader;
        try {
          const response = await openStream(api.origin, conversationId, { visitor, lastEventId, signal: left.signal });
          const bytesMax = 200 + ((cuts * 137) % 900);
          reader.take(
            (await readFrames(response, left, { isEnough: ({ event }) => event === 'trimmed', bytesMax })).frames,
          );
        } catch (error) {
          if (!left.signal.aborted) throw error;
        } finally {
          clearTimeout(timer);
        }
        cuts += 1;
      }
    })();
    return {
      texts: reader.texts,
      async end() {
        await wait(800);
        isOver = true;
        await reading;
        return cuts;
      },
    };
  };

  test(`${CALLS * ASKS} times by their voice: each answer is what was heard of it, for the model, the page and the bill`, async () => {
    const before = await getUsage(api, owner);
    const asked = host.requests.length;
    deepgram.say(...Array.from({ length: ASKS + 1 }, (_, at) => question(at)));
    const all = await inGroups(async (call) => {
      const chat = await startChat(api, agentId);
      const path = `/public/conversations/${chat.conversationId}/calls`;
      const opened = ok(await api.call('POST', path, { caller: chat.visitor, body: {} }));
      const caller = await openSoundCaller({ origin: api.origin, region: database.region, opened, speed: 1.6 });
      const shown = read(chat);
      await caller.untilListening();
      caller.talk(500);
      const ids: string[] = [];
      for (let at = 0; at < ASKS; at += 1) {
        const next = await until(
          async () =>
            caller.messages.find((one) => one.type === 'say' && one.messageId !== null && !ids.includes(one.messageId)),
          Boolean,
        );
        const messageId = next?.type === 'say' ? (next.messageId as string) : '';
        ids.push(messageId);
        await until(
          async () => caller.heardOf(messageId).length,
          (chars) => chars >= charsBefore(call, at),
        );
        if (at === ASKS - 1) caller.hangUp();
        else caller.talk(500);
      }
      const { messages, credits } = await storedOf(chat.conversationId);
      const cuts = await shown.end();
      const heard = ids.map((id) => caller.heardOf(id));
      const unlike = messages.filter(({ id, text }) => ids.includes(id) && shown.texts.get(id) !== text);
      return {
        messages,
        cuts,
        faults: faultsOf(messages, heard),
        unlike: unlike.map(({ id, text }) => `${shown.texts.get(id)} | ${text}`),
        credits: messages.reduce((sum, one) => sum + one.credits, credits),
        charged: messages.filter((one) => isAnswer(one.text) && one.credits !== 1).length,
      };
    });
    expect(all.flatMap(({ faults }) => faults)).toEqual([]);
    const conversations = all.map(({ messages }) => messages);
    expect(wronglyTold(conversations, asked)).toEqual([]);
    expect(all.flatMap(({ unlike }) => unlike)).toEqual([]);
    // Each answer once, each call by its seconds, and nothing else.
    expect(all.map(({ charged }) => charged)).toEqual(all.map(() => 0));
    const spent = before.loadTokens - (await getUsage(api, owner)).loadTokens;
    expect(spent).toBeCloseTo(
      all.reduce((sum, { credits }) => sum + credits, 0),
      2,
    );
    expect(await heldNow()).toBe(0);
    console.info(`${CALLS * ASKS} answers spoken into by sound, ${all.reduce((sum, { cuts }) => sum + cuts, 0)} cuts`);
  }, 900_000);

  test(`${CALLS * ASKS} times on the telephone: each answer is what was heard of it, and the model knows no more`, async () => {
    const asked = host.requests.length;
    const number = await phone.imported();
    const all = await inGroups(async (call) => {
      const from = newCaller();
      const one = await callers.call(number, from);
      await until(
        async () => one.heard(),
        (words) => words !== '',
      );
      const heard: string[] = [];
      await one.says(question(0));
      for (let at = 0; at < ASKS; at += 1) {
        const answers = () => one.heard().split(FIRST).slice(1);
        await until(
          async () => answers(),
          (found) => found.length > at && FIRST.length + (found[at] ?? '').length >= charsBefore(call, at),
        );
        if (at === ASKS - 1) one.hangUp();
        else await one.says(question(at + 1));
        // Of whoever hangs up Twilio tells no more than the clauses that were spoken to their end.
        if (at < ASKS - 1) heard.push(`${FIRST}${answers()[at]}`);
      }
      const { conversation_id: conversationId } = await phone.callOf(from);
      const { messages } = await storedOf(conversationId as string);
      return { messages, faults: [...faultsOf(messages, heard), ...one.seen.errors.map(({ message }) => message)] };
    });
    expect(all.flatMap(({ faults }) => faults)).toEqual([]);
    const conversations = all.map(({ messages }) => messages);
    expect(wronglyTold(conversations, asked)).toEqual([]);
    expect(await heldNow()).toBe(0);
  }, 900_000);
});
