import { newMessageId, randomText } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { RunningRegion } from '../../src/app.ts';
import type { Database } from '../../src/db/database.ts';
import { addText, createAgent, ok, publish, settledMessages, signUp, startChat } from '../factories/api-factory.ts';
import { type CallOptions, startTestApi, type TestApi } from '../harness/api.ts';
import { openJourneyDatabases, openTestEurope } from '../harness/database.ts';
import { dumpDatabase, dumpFolder, findWords } from '../harness/region-dump.ts';

/** What a European customer brings: a word each that stands nowhere else. */
const makeCanaries = () => ({
  name: `zqname${randomText(16).toLowerCase()}`,
  email: `zqmail${randomText(16).toLowerCase()}`,
  text: `zqtext${randomText(16).toLowerCase()}`,
  message: `zqsaid${randomText(16).toLowerCase()}`,
  file: `zqfile${randomText(16).toLowerCase()}`,
});
type Canaries = ReturnType<typeof makeCanaries>;

/** Everything a customer does, in Europe, by a browser that names the other region wherever it can. */
async function liveInEurope(api: TestApi, europe: Database, canaries: Canaries) {
  const lie = { 'x-region': 'na', 'x-bucket': 'na', referer: `${api.origin}/app/na/agents?region=na` };
  const call = (method: string, path: string, options: CallOptions = {}) =>
    api.call(method, `${path}${path.includes('?') ? '&' : '?'}region=na`, {
      ...options,
      body: isFields(options.body) ? { ...options.body, region: 'na', bucket: 'na', location: 'na' } : options.body,
      headers: { ...options.headers, ...lie },
      region: 'eu',
    });
  const eu = { origin: api.origin, call };
  const owner = await signUp(eu);
  await europe.unscoped.execute(
    sql`update users set email = ${`${canaries.email}@example.com`}, name = ${canaries.name}, email_verified = true where id = ${owner.uid}`,
  );
  ok(
    await call('POST', `/v2/workspaces/${owner.uid}`, {
      caller: owner.caller,
      body: { workspaceName: canaries.name },
    }),
  );
  // The question whether there is another account crosses; the address must not stay there.
  ok(await call('GET', '/v2/users/me/regions', { caller: owner.caller }));
  ok(await call('POST', '/v2/users/me/regions/na/sign-in', { caller: owner.caller, body: {} }));
  const agentId = await createAgent(eu, owner, (settings) => settings, canaries.name);
  await addText(eu, owner, agentId, 'Opening hours', `We open at nine. The word of the day is ${canaries.text}.`);
  await publish(eu, owner, agentId);
  const chat = await startChat(eu, agentId);
  const form = new FormData();
  form.set('file', new File([`The file says ${canaries.file}.`], `${canaries.file}.txt`, { type: 'text/plain' }));
  const { id: fileId } = ok(
    await call('POST', `/public/conversations/${chat.conversationId}/files`, { caller: chat.visitor, body: form }),
  );
  ok(
    await call('POST', `/public/conversations/${chat.conversationId}/messages`, {
      caller: chat.visitor,
      body: { id: newMessageId(), text: `When do you open? ${canaries.message}`, fileIds: [fileId] },
    }),
  );
  await settledMessages(eu, owner, chat);
  await call('GET', `/v2/agents/${agentId}`, { caller: owner.caller });
}

const isFields = (body: unknown): body is object =>
  typeof body === 'object' && body !== null && !(body instanceof FormData);

describe.each(await openJourneyDatabases())('a European customer on $name', async ({ name, database }) => {
  const europe = await openTestEurope(name);

  /** What of the canaries stands in each region, its files, and the log. */
  async function look(api: TestApi, canaries: Canaries) {
    const words = Object.values(canaries);
    const inEurope = (await dumpDatabase(europe)) + dumpFolder(`${api.dataDir}/uploads/eu`);
    const inAmerica = (await dumpDatabase(database)) + dumpFolder(`${api.dataDir}/uploads/na`);
    return {
      europe: findWords(inEurope, words),
      america: findWords(inAmerica, words),
      log: findWords(api.logLines.join('\n'), words),
    };
  }

  test('leaves 0 bytes in the database, queue, storage of North America and in the log', async () => {
    const api = await startTestApi(database, { LOG_LEVEL: 'trace' }, undefined, europe);
    onTestFinished(() => api.stop());
    const canaries = makeCanaries();
    await liveInEurope(api, europe, canaries);
    await signUp(api);
    const found = await look(api, canaries);
    expect(found.europe.sort(), 'the search finds what is there').toEqual(Object.values(canaries).sort());
    expect(found.america).toEqual([]);
    expect(found.log).toEqual([]);
  });

  test('planted fault: a server that takes the region from the browser is caught', async () => {
    const regions = new Map<string, RunningRegion>();
    const obey = (running: RunningRegion, region: string): RunningRegion => {
      regions.set(region, running);
      return {
        ...running,
        signIn(context, request) {
          const wanted = regions.get(request.headers.get('x-region') ?? region) ?? running;
          const sent = new Request(request.url.replace('/api/eu/', '/api/na/'), request);
          return wanted === running
            ? running.signIn(context, request)
            : wanted.signIn({ ...context, region: 'na' }, sent);
        },
      };
    };
    const api = await startTestApi(database, {}, obey, europe);
    onTestFinished(() => api.stop());
    const email = `zqmail${randomText(16).toLowerCase()}@example.com`;
    const body = { name: 'Olga', email, password: `pw-${randomText(16)}` };
    ok(
      await api.call('POST', '/auth/sign-up/email', {
        body,
        region: 'eu',
        headers: { origin: api.origin, 'x-region': 'na' },
      }),
    );
    expect(findWords(await dumpDatabase(database), [email])).toEqual([email]);
  });
});
