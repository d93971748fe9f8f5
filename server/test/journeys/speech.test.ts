import { VoiceSettings } from '@antiphon/contract/agents';
import type { CredentialId } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { addText, type Chat, createAgent, ok, publish, signUp, startChat } from '../factories/api-factory.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startDeepgramStandIn } from '../harness/deepgram-stand-in.ts';
import { openSoundCaller } from '../harness/sound-caller.ts';

const QUESTION = 'What does an electric bike cost';

describe.each(await openJourneyDatabases())('calls by a provider of speech, on $name', async ({ database }) => {
  const deepgram = await startDeepgramStandIn();
  const api = await startTestApi(database, { DEEPGRAM_API_URL: deepgram.url });
  afterAll(async () => {
    await api.stop();
    await deepgram.close();
  });
  const owner = await signUp(api);
  beforeEach(() => {
    deepgram.slow({});
    deepgram.say(QUESTION);
  });

  const keep = async (secret = deepgram.key) => {
    const body = { provider: 'deepgram', label: 'Speech', secret };
    const answer = await api.call('POST', `/v2/workspaces/${owner.uid}/credentials`, { caller: owner.key, body });
    return ok(answer).id as CredentialId;
  };
  const open = async (voice: Partial<VoiceSettings>, lang = 'en') => {
    const speaks = VoiceSettings.parse({ isEnabled: true, greeting: '**Harbour Bikes**, hello.', ...voice });
    const id = await createAgent(api, owner, (settings) => ({
      ...settings,
      lang,
      voice: speaks,
      privacy: { ...settings.privacy, showsAiNotice: false },
    }));
    await addText(api, owner, id, 'Prices', 'An electric bike costs 28 euros a day. A city bike costs 12 euros a day.');
    await publish(api, owner, id);
    return id;
  };
  const call = async (agentId: string, speed = 3) => {
    const chat = await startChat(api, agentId);
    const path = `/public/conversations/${chat.conversationId}/calls`;
    const opened = ok(await api.call('POST', path, { caller: chat.visitor, body: {} }));
    return { chat, caller: await openSoundCaller({ origin: api.origin, region: database.region, opened, speed }) };
  };
  const transcript = async (chat: Chat) =>
    ok(await api.call('GET', `/v2/conversations/${chat.conversationId}`, { caller: owner.key })).transcript as {
      role: string;
      text: string;
    }[];
  const storedMode = async ({ conversationId }: Chat) =>
    (await database.unscoped.execute(sql`select mode from calls where conversation_id = ${conversationId}`)).rows[0]
      ?.mode;
  const notified = async (agentId: string) => {
    const { rows } = await database.unscoped.execute(
      sql`select "values", url_pathname as path from notifications where agent_id = ${agentId} and kind = 'speech_failed'`,
    );
    return rows;
  };
  const failing = async (kill: (id: CredentialId) => Promise<unknown>) => {
    const credentialId = await keep();
    const agentId = await open({ provider: 'deepgram', credentialId });
    await kill(credentialId);
    return agentId;
  };

  test('a visitor is greeted in the chosen voice, asks, hears the answer, and interrupts it', async () => {
    const credentialId = await keep();
    const agentId = await open({ provider: 'deepgram', credentialId, voice: 'aura-2-orion-en', speed: 1.2 });
    const { chat, caller } = await call(agentId, 1);
    await caller.untilSpoken('hello.');
    await caller.untilHeard(1);
    expect([caller.mode(), caller.voice()]).toEqual(['server', '']);
    expect(deepgram.speaks.at(0)).toMatchObject({
      text: 'Harbour Bikes',
      query: { model: 'aura-2-orion-en', speed: '1.2' },
    });
    await caller.untilListening();
    caller.talk(900);
    await caller.untilSpoken('28 euros');
    const answer = caller.messages.findLast((one) => one.type === 'say');
    await caller.untilHeard(answer?.type === 'say' ? answer.piece : 0);
    deepgram.say(QUESTION, 'No wait');
    caller.talk(700);
    await until(async () => caller.messages.some(({ type }) => type === 'stop'), Boolean);
    await until(
      () => transcript(chat),
      (all) => all.filter(({ role }) => role === 'visitor').length === 2,
    );
    const said = await transcript(chat);
    expect(said[1]).toMatchObject({ role: 'visitor', text: QUESTION });
    expect(said[2]?.text.length).toBeLessThan('An electric bike costs 28 euros a day. [1]'.length);
    expect(await storedMode(chat)).toBe('server');
    caller.hangUp();
  });

  test('what the page is told of an agent names where sound goes', async () => {
    const told = async (voice: Partial<VoiceSettings>) => {
      const { data } = ok(await api.call('GET', `/public/agents/${await open(voice)}`));
      return [data.speaks, data.callMode];
    };
    expect(await told({ provider: 'deepgram', credentialId: await keep() })).toEqual([true, 'server']);
    expect(await told({ provider: 'deepgram' })).toEqual([true, undefined]);
    expect(await told({})).toEqual([true, undefined]);
  });

  test('a language that the provider does not have, and an agent without a key, are left to the browser', async () => {
    const credentialId = await keep();
    for (const agentId of [
      await open({ provider: 'deepgram', credentialId, voice: 'aura-2-orion-en' }, 'ar'),
      await open({ provider: 'deepgram' }),
    ]) {
      const { caller } = await call(agentId);
      await caller.untilSpoken('hello.');
      expect([caller.mode(), caller.voice()]).toEqual(['browser', '']);
      expect(await notified(agentId)).toEqual([]);
      caller.hangUp();
    }
  });

  test('a key that is dead when a call begins: the browser listens, and the agency is told once', async () => {
    const agentId = await failing((id) =>
      // Withdrawn at the provider, as far as we can tell: another key stands in its place.
      database.unscoped.execute(sql`update credentials set sealed = decode('00', 'hex') where id = ${id}`),
    );
    for (let calls = 0; calls < 2; calls += 1) {
      const { caller } = await call(agentId);
      await caller.untilSpoken('hello.');
      expect(caller.mode()).toBe('browser');
      caller.hangUp();
    }
    const [told, ...more] = await until(
      () => notified(agentId),
      (rows) => rows.length > 0,
    );
    expect(told).toEqual({
      values: { agent: 'Harbour Bikes', speech: 'Deepgram' },
      path: `/app/${database.region}/agents/${agentId}/voice`,
    });
    expect(more).toEqual([]);
  });

  test('a provider that fails within a call is left: the page comes back with its browser, and goes on', async () => {
    const agentId = await open({ provider: 'deepgram', credentialId: await keep() });
    const { chat, caller } = await call(agentId);
    await caller.untilHeard(1);
    await caller.untilListening();
    deepgram.failSpeak('broke');
    caller.talk(900);
    await caller.untilClosed();
    expect(caller.closedWith()).toBe(1_012);
    await caller.comeBack();
    await until(async () => caller.messages.filter(({ type }) => type === 'ready').length === 2, Boolean);
    expect([caller.mode(), await storedMode(chat)]).toEqual(['browser', 'browser']);
    expect(
      await until(
        () => notified(agentId),
        (rows) => rows.length > 0,
      ),
    ).toHaveLength(1);
    caller.hangUp();
  });

  test.each(['silent', 'hang', 'garbage', 'cut'] as const)(
    'a provider that listens badly (%s): whoever spoke hears something within three seconds',
    async (fault) => {
      const agentId = await open({ provider: 'deepgram', credentialId: await keep() });
      deepgram.failListen(fault);
      const { caller } = await call(agentId);
      await caller.untilHeard(1);
      await caller.untilListening();
      const silentMs = await caller.waitAfter(1_200);
      // Caught here: a connection that hangs, and that was waited for.
      expect(silentMs).toBeLessThan(3_000);
      caller.hangUp();
    },
  );

  test('a provider that takes half a minute to speak is left within three seconds', async () => {
    const agentId = await open({ provider: 'deepgram', credentialId: await keep() });
    const { caller } = await call(agentId);
    await caller.untilHeard(1);
    await caller.untilListening();
    deepgram.slow({ delayMs: 30_000 });
    caller.talk(900);
    await until(async () => caller.messages.some((one) => one.type === 'heard' && one.isFinal), Boolean);
    const heardAt = performance.now();
    await caller.untilClosed();
    const readies = caller.messages.length;
    await caller.comeBack();
    await until(async () => caller.messages.slice(readies).some(({ type }) => type === 'ready'), Boolean);
    // Caught here: a first sound that was waited for by the clock of undici.
    expect(performance.now() - heardAt).toBeLessThan(3_000);
    expect(caller.mode()).toBe('browser');
    // What was not spoken by the provider is asked for by the page, which knows how far it came.
    caller.hangUp();
  });

  test('a sound such as mhm is spoken on to within 900 ms', async () => {
    const agentId = await open({ provider: 'deepgram', credentialId: await keep() });
    deepgram.say(QUESTION, 'mhm');
    const { caller } = await call(agentId, 1);
    await caller.untilListening();
    caller.talk(900);
    await caller.untilSpoken('28 euros');
    const answer = caller.messages.findLast((one) => one.type === 'say');
    await caller.untilHeard(answer?.type === 'say' ? answer.piece : 0);
    caller.talk(320);
    await until(async () => caller.messages.some(({ type }) => type === 'pause'), Boolean);
    const pausedAt = performance.now();
    await until(async () => caller.messages.some(({ type }) => type === 'resume'), Boolean);
    expect(performance.now() - pausedAt).toBeLessThan(900);
    expect(caller.messages.some(({ type }) => type === 'stop')).toBe(false);
    caller.hangUp();
  });

  test('an owner hears words as they are spoken, and is told in plain words why not', async () => {
    const credentialId = await keep();
    const agentId = await open({});
    const ask = (body: object, caller = owner.key) =>
      api.call('POST', `/v2/agents/${agentId}/voice-sample`, {
        caller,
        body: { provider: 'deepgram', credentialId, text: '**Hello** and [welcome](https://example.com).', ...body },
      });
    const { wav } = ok(await ask({ voice: 'aura-2-viktoria-de', lang: 'de' }));
    const bytes = Buffer.from(wav, 'base64');
    expect([bytes.toString('latin1', 0, 4), bytes.readUInt32LE(24), bytes.length > 24_000]).toEqual([
      'RIFF',
      24_000,
      true,
    ]);
    expect(deepgram.speaks.at(-1)).toMatchObject({
      text: 'Hello and welcome.',
      query: { model: 'aura-2-viktoria-de' },
    });
    deepgram.failSpeak('endless');
    const endless = Buffer.from(ok(await ask({ text: 'x'.repeat(1_000) })).wav, 'base64');
    expect(endless.length).toBe(44 + 60 * 48_000);
    deepgram.failSpeak('refused', 'down', 'down');
    expect((await ask({})).body.code).toBe('speech_key_refused');
    expect((await ask({})).body.code).toBe('speech_failed');
    expect((await ask({ text: 'x'.repeat(1_001) })).status).toBe(400);
    const stranger = await signUp(api);
    expect((await ask({}, stranger.key)).status).toBe(404);
    const foreign = await open({});
    const spelled = await api.call('POST', `/v2/agents/${foreign}/spoken-text`, {
      caller: owner.key,
      body: { text: '# Bikes\n*28* euros' },
    });
    expect(ok(spelled)).toEqual({ text: 'Bikes. 28 euros' });
  });
});
