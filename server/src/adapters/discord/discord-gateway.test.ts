import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../../../test/harness/api.ts';
import { startDiscordStandIn } from '../../../test/harness/discord-stand-in.ts';
import type { FollowedPlace, InboundEvent } from '../../domain/channels/channels.ports.ts';
import { makeDiscord } from './discord-channel.ts';

const BEAT_MS = 400;
const discord = await startDiscordStandIn({ beatMs: BEAT_MS });
afterAll(() => discord.close());
const { gateway } = discord;
const channel = makeDiscord({ baseUrl: discord.url, contact: 'https://app.example.test' });
const { follow } = channel;
const ANN = '5123456789012345678';
const NOWHERE = { id: '', url: '', offset: 0 };

/** Somebody who follows a bot, one connection after the other as `again` is called, and keeps what is told. */
function begin() {
  const bot = discord.addBot();
  const account = { token: bot.token, hookSecret: '', externalId: bot.id, accountId: bot.applicationId };
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const seen = {
    place: NOWHERE as FollowedPlace,
    texts: [] as string[],
    keeps: 0,
    isOurs: true,
    error: null as Error | null,
  };
  const keep = async (events: InboundEvent[], place: FollowedPlace) => {
    await wait(1);
    seen.keeps += 1;
    if (seen.error) throw seen.error;
    if (!seen.isOurs) return false;
    seen.place = place;
    seen.texts.push(...events.map((event) => ('text' in event ? event.text : event.kind)));
    return true;
  };
  const again = (mentions = false) =>
    (follow as NonNullable<typeof follow>)(account, {
      place: seen.place,
      mentions,
      keep,
      signal: stopping.signal,
    }).then(
      () => 'over' as const,
      (error: Error & { kind?: string; retryAfterMs?: number }) => error,
    );
  const untilOn = () =>
    until(
      async () => gateway.isConnected(bot.token) && seen.place.id !== '',
      (isOn) => isOn,
    );
  const untilKept = (...texts: string[]) =>
    until(
      async () => seen.texts,
      (all) => all.length >= texts.length,
    ).then((all) => expect(all).toEqual(texts));
  return { bot, seen, again, untilOn, untilKept, stop: () => stopping.abort() };
}

describe('a session', () => {
  test('tells what people write, and is gone on with where it was kept', async () => {
    const { bot, seen, again, untilOn, untilKept, stop } = begin();
    const [identified, resumed] = [gateway.counts.identified, gateway.counts.resumed];
    const first = again();
    await untilOn();
    bot.says(ANN, 'one');
    bot.saysOn(bot.addChannel(), ANN, 'on a server', true);
    await untilKept('one');
    gateway.drop(bot.token);
    expect(await first).toBe('over');
    // While nobody was there.
    bot.says(ANN, 'two');
    const second = again();
    await untilKept('one', 'two');
    stop();
    expect(await second).toBe('over');
    expect([gateway.counts.identified - identified, gateway.counts.resumed - resumed]).toEqual([1, 1]);
    // Left in a way that keeps it: somebody else goes on there.
    await until(
      async () => gateway.closes(bot.token),
      (codes) => codes.at(-1) === 4_000,
    );
    expect(seen.place.offset).toBeGreaterThan(1);
  });

  test('tells of servers where that is wanted', async () => {
    const { bot, again, untilOn, untilKept } = begin();
    void again(true);
    await untilOn();
    expect(gateway.intents(bot.token)).toBe((1 << 12) | (1 << 9));
    const place = bot.addChannel();
    bot.saysOn(place, ANN, 'to all', false);
    bot.saysOn(place, ANN, 'to you', true);
    await untilKept('to you');
  });

  // Planted: the press is not answered, or after three seconds -> caught here.
  test('a press is answered at once, whatever keeping it takes, and kept once more when it is told again', async () => {
    const { bot, seen, again, untilOn, untilKept } = begin();
    const choices = [{ id: 'book', label: 'Book a table' }];
    const account = { token: bot.token, hookSecret: '', externalId: bot.id, accountId: bot.applicationId };
    const [part] = channel.plan({ text: 'What can I do?', sources: [], files: [], choices });
    await channel.send(account, { thread: bot.channelOf(ANN), part: part!, file: null, ref: 'm:0', hookUrl: null });
    const first = again();
    await untilOn();
    seen.error = new Error('The database is away.');
    bot.postPress(bot.press(ANN, 'Book a table'));
    expect(await first).toBe(seen.error);
    await until(
      async () => bot.missed(),
      (missed) => missed === 0,
    );
    seen.error = null;
    void again();
    await untilKept('Book a table');
    await until(
      async () => discord.requests.filter(({ path }) => path.startsWith('interactions/')).map(({ status }) => status),
      (statuses) => statuses.join() === '204,400',
    );
  });

  test('what was not kept is told again, and nothing is skipped', async () => {
    const { bot, seen, again, untilOn, untilKept } = begin();
    const first = again();
    await untilOn();
    seen.error = new Error('The database is away.');
    bot.says(ANN, 'one');
    bot.says(ANN, 'two');
    expect(await first).toBe(seen.error);
    seen.error = null;
    void again();
    await untilKept('one', 'two');
  });

  test('that is another worker’s by now ends at the first thing that is told', async () => {
    const { bot, seen, again, untilOn } = begin();
    const first = again();
    await untilOn();
    seen.isOurs = false;
    bot.says(ANN, 'one');
    bot.says(ANN, 'two');
    expect(await first).toBe('over');
    expect(seen.texts).toEqual([]);
  });

  test('what is nothing for us moves its place with the beats', async () => {
    const { bot, seen, again, untilOn } = begin();
    void again();
    await untilOn();
    const before = seen.place.offset;
    gateway.dispatch(bot.token, 1 << 12, 'TYPING_START', {});
    gateway.dispatch(bot.token, 1 << 12, 'CHANNEL_PINS_UPDATE', {});
    await until(
      async () => seen.place.offset,
      (offset) => offset === before + 2,
    );
  });

  test('stands as long as it is answered', async () => {
    const { bot, again, untilOn } = begin();
    let isOver = false;
    void again().then(() => {
      isOver = true;
    });
    await untilOn();
    gateway.say(bot.token, { op: 1, d: null });
    await wait(BEAT_MS * 4);
    expect([isOver, gateway.closes(bot.token)]).toEqual([false, []]);
  });
});

describe('how a connection ends', () => {
  test('when Discord wants another one', async () => {
    const { bot, again, untilOn } = begin();
    const first = again();
    await untilOn();
    gateway.say(bot.token, { op: 7, d: null });
    expect(await first).toBe('over');
    const resumed = gateway.counts.resumed;
    void again();
    await until(
      async () => gateway.counts.resumed,
      (count) => count === resumed + 1,
    );
  });

  test('when nobody answers any more', async () => {
    const { again, untilOn } = begin();
    onTestFinished(() => gateway.silence(false));
    const first = again();
    await untilOn();
    gateway.silence(true);
    expect(await first).toBe('over');
  });

  test('when the session is not there any more: another is begun, a little later', async () => {
    const { bot, seen, again, untilOn, untilKept } = begin();
    const first = again();
    await untilOn();
    gateway.forget(bot.token);
    gateway.drop(bot.token);
    expect(await first).toBe('over');
    const at = performance.now();
    expect(await again()).toBe('over');
    expect(performance.now() - at).toBeGreaterThanOrEqual(1_000);
    expect(seen.place.id).toBe('');
    void again();
    await untilOn();
    bot.says(ANN, 'one');
    await untilKept('one');
  }, 20_000);

  test.each([
    [true, false],
    [false, true],
  ])(
    'when Discord ends the session, and it may go on: %s',
    async (mayGoOn, isForgotten) => {
      const { bot, seen, again, untilOn } = begin();
      const first = again();
      await untilOn();
      gateway.say(bot.token, { op: 9, d: mayGoOn });
      expect(await first).toBe('over');
      expect(seen.place.id === '').toBe(isForgotten);
    },
    20_000,
  );

  test.each([4_007, 4_009, 4_003])(
    '%i ends the session',
    async (code) => {
      const { bot, seen, again, untilOn } = begin();
      const first = again();
      await untilOn();
      gateway.close(bot.token, code);
      expect(await first).toBe('over');
      expect(seen.place).toEqual(NOWHERE);
    },
    20_000,
  );

  test.each([4_000, 4_001, 4_008, 1_001])('%i does not', async (code) => {
    const { bot, seen, again, untilOn } = begin();
    const first = again();
    await untilOn();
    gateway.close(bot.token, code);
    expect(await first).toBe('over');
    expect(seen.place.id).not.toBe('');
  });

  test.each([
    [4_004, 'unauthorized'],
    [4_010, 'invalid'],
    [4_011, 'invalid'],
    [4_012, 'invalid'],
    [4_013, 'invalid'],
    [4_014, 'invalid'],
  ])('%i is %s', async (code, kind) => {
    const { bot, again, untilOn } = begin();
    const first = again();
    await untilOn();
    gateway.close(bot.token, code);
    expect(await first).toMatchObject({ kind });
  });

  test.each(['<html>', '{"op":"x"}', '[]', '{'])('%j is nothing that can be read', async (said) => {
    const { bot, again, untilOn } = begin();
    const first = again();
    await untilOn();
    gateway.say(bot.token, said);
    expect(await first).toMatchObject({ kind: 'unreachable' });
  });

  test('what has no end is not taken in', async () => {
    const { bot, again, untilOn } = begin();
    const first = again();
    await untilOn();
    gateway.say(bot.token, `{"op":0,"d":"${'x'.repeat(5 * 1024 * 1024)}"}`);
    expect(await first).toBe('over');
  });
});

describe('how a connection begins', () => {
  test('not with a token that is refused', async () => {
    const { bot, again } = begin();
    bot.standing.isRevoked = true;
    expect(await again()).toMatchObject({ kind: 'unauthorized' });
  });

  test('not with one of the last sessions of a day: with them Discord takes the token away', async () => {
    const { bot, again } = begin();
    const identified = gateway.counts.identified;
    bot.standing.sessionsLeft = 50;
    expect(await again()).toMatchObject({ kind: 'rate_limited', retryAfterMs: 3_600_000 });
    expect(gateway.counts.identified).toBe(identified);
  });

  test('not where nobody is', async () => {
    const { again } = begin();
    discord.shutGateway(true);
    onTestFinished(() => discord.shutGateway(false));
    expect(await again()).toMatchObject({ kind: 'unreachable' });
  });

  test('where all begin, when nobody is where the session was', async () => {
    const { bot, seen, again, untilOn, untilKept } = begin();
    const first = again();
    await untilOn();
    gateway.drop(bot.token);
    expect(await first).toBe('over');
    seen.place = { ...seen.place, url: 'ws://127.0.0.1:9' };
    const resumed = gateway.counts.resumed;
    void again();
    bot.says(ANN, 'one');
    await untilKept('one');
    expect(gateway.counts.resumed).toBe(resumed + 1);
  });

  test.each(['wss://gateway.example.com', 'ws://example.com', 'http://127.0.0.1:9', 'x'])(
    'not at %s, to which the token would go: the session is given up',
    async (url) => {
      const { seen, again, untilOn } = begin();
      seen.place = { id: 'abc', url, offset: 5 };
      const identified = gateway.counts.identified;
      void again();
      await untilOn();
      await until(
        async () => gateway.counts.identified - identified,
        (count) => count === 1,
      );
    },
  );

  test('ended before it began, it leaves nothing', async () => {
    const { again, stop } = begin();
    stop();
    expect(['over', 'AbortError', 'VendorFailure']).toContain(
      await again().then((end) => (end === 'over' ? end : end.name)),
    );
    expect(gateway.closes()).not.toContain(1_000);
  });
});
