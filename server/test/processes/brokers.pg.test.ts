import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeNatsBroker } from '../../src/adapters/nats/nats-broker.ts';
import { makePostgresNotify } from '../../src/adapters/postgres-notify/postgres-notify.ts';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { BROKER_TEXT_BYTES_MAX, type Broker } from '../../src/domain/streams/streams.ports.ts';
import { until } from '../harness/api.ts';
import { startCuttableLine } from '../harness/cuttable-line.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { startNats } from '../harness/start-nats.ts';

const log = pino({ level: 'silent' });
const server = process.env.TEST_DATABASE_URL ?? '';
const PREFIX = 'antiphon.na.main';
let made: Awaited<ReturnType<typeof createPostgresDatabase>>;
let nats: Awaited<ReturnType<typeof startNats>>;

beforeAll(async () => {
  made = await createPostgresDatabase(server, 2);
  nats = await startNats();
}, 300_000);
afterAll(async () => {
  await nats?.stop();
  await made?.drop();
});

type Line = Awaited<ReturnType<typeof startCuttableLine>>;
type Kind = { name: string; portOf: () => number; make: (port: number) => Promise<Broker> };

const kinds: Kind[] = [
  {
    name: 'NOTIFY',
    portOf: () => Number(new URL(made.url).port),
    async make(port) {
      const url = `postgres://postgres@127.0.0.1:${port}${new URL(made.url).pathname}`;
      const database = await openPostgres('na', url, { visitors: 2, background: 1 });
      onTestFinished(() => database.close());
      const notify = (channel: string, message: string) =>
        database.unscoped.execute(sql`select pg_notify(${channel}, ${message})`);
      return makePostgresNotify({ url, notify, log });
    },
  },
  {
    name: 'NATS',
    portOf: () => nats.port,
    make: async (port) => makeNatsBroker({ urls: `nats://na:na-secret@127.0.0.1:${port}`, prefix: PREFIX, log }),
  },
];

/** A process with a line of its own to what carries the texts. */
async function join({ portOf, make }: Kind): Promise<{ broker: Broker; line: Line }> {
  const line = await startCuttableLine(portOf());
  const broker = await make(line.port);
  onTestFinished(async () => {
    await broker.stop();
    line.close();
  });
  await until(async () => broker.isUp(), Boolean);
  return { broker, line };
}

function listen(broker: Broker, subject: string) {
  const heard = { texts: [] as string[], gaps: 0 };
  const leave = broker.subscribe(
    subject,
    (text) => heard.texts.push(text),
    () => {
      heard.gaps += 1;
    },
  );
  return { heard, leave };
}
const settled = async (of: { texts: string[] }, count: number) => {
  await until(
    async () => of.texts.length,
    (length) => length >= count,
  );
};
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.each(kinds)('$name', (kind) => {
  test('texts arrive whole and in their order at whoever asked for the subject, and not at oneself', async () => {
    const [{ broker: one }, { broker: two }] = [await join(kind), await join(kind)];
    const [own, far, beside] = [listen(one, 'live.a'), listen(two, 'live.a'), listen(two, 'live.b')];
    const late = listen(two, 'live.a');
    await two.heard();
    const odd = '{"é漢😀\\\n\r\u2028": "x y"}\n2 3\n';
    const longest = '😀'.repeat(BROKER_TEXT_BYTES_MAX / 4);
    const texts = [odd, '', longest, ...Array.from({ length: 3_000 }, (_, at) => `${at}`)];
    for (const text of texts) expect(one.publish('live.a', text)).toBe(true);
    await settled(far.heard, texts.length);
    expect(far.heard.texts).toEqual(texts);
    expect(late.heard.texts).toEqual(texts);
    expect(own.heard.texts).toEqual([]);
    expect(beside.heard.texts).toEqual([]);
    far.leave();
    one.publish('live.b', 'to another');
    one.publish('live.a', 'after');
    await settled(late.heard, texts.length + 1);
    expect(far.heard.texts).toHaveLength(texts.length);
    expect(beside.heard.texts).toEqual(['to another']);
  });

  test('what is published while the publisher is cut off is told of as a gap, to everybody', async () => {
    const [one, two] = [await join(kind), await join(kind)];
    const far = listen(two.broker, 'live.a');
    await two.broker.heard();
    await wait(1_200);
    far.heard.gaps = 0;
    one.line.cut();
    // What is on its way at that moment is lost as well.
    one.broker.publish('live.a', 'lost');
    await until(
      async () => one.broker.publish('live.a', 'lost'),
      (isTaken) => !isTaken,
    );
    expect(one.broker.isUp()).toBe(false);
    expect(two.broker.isUp()).toBe(true);
    expect(far.heard).toEqual({ texts: [], gaps: 0 });
    one.line.mend();
    await until(
      async () => far.heard.gaps,
      (gaps) => gaps > 0,
    );
    await until(async () => one.broker.publish('live.a', 'there'), Boolean);
    await settled(far.heard, 1);
    expect(far.heard.texts.every((text) => text === 'there')).toBe(true);
  });

  test('whoever listens and is cut off knows it, and hears of a gap when that is over', async () => {
    const [one, two] = [await join(kind), await join(kind)];
    const far = listen(two.broker, 'live.a');
    await wait(1_200);
    far.heard.gaps = 0;
    two.line.cut();
    await until(
      async () => two.broker.isUp(),
      (isUp) => !isUp,
    );
    expect(one.broker.publish('live.a', 'unheard')).toBe(true);
    await wait(200);
    expect(far.heard).toEqual({ texts: [], gaps: 0 });
    two.line.mend();
    await until(async () => two.broker.isUp(), Boolean);
    await until(
      async () => far.heard.gaps,
      (gaps) => gaps > 0,
    );
    one.broker.publish('live.a', 'heard');
    await settled(far.heard, 1);
    expect(far.heard.texts).toEqual(['heard']);
  });
});

test('whoever speaks for one region is refused in another, knows it, and hears nothing of it', async () => {
  const [na, stranger] = [
    makeNatsBroker({ urls: nats.urlOf('na'), prefix: PREFIX, log }),
    makeNatsBroker({ urls: nats.urlOf('eu'), prefix: PREFIX, log }),
  ];
  const own = makeNatsBroker({ urls: nats.urlOf('eu'), prefix: 'antiphon.eu.main', log });
  onTestFinished(async () => {
    await Promise.all([na.stop(), stranger.stop(), own.stop()]);
  });
  const heard = listen(stranger, 'live.a');
  const spied = listen(na, 'live.a');
  await until(async () => na.isUp() && own.isUp(), Boolean);
  await na.heard();
  await wait(300);
  expect(stranger.isUp()).toBe(false);
  expect(stranger.publish('live.a', 'from outside')).toBe(false);
  na.publish('live.a', 'of North America');
  await na.heard();
  await wait(300);
  expect(heard.heard.texts).toEqual([]);
  expect(spied.heard.texts).toEqual([]);
});
