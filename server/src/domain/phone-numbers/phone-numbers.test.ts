import { type AgentId, newPhoneNumberId } from '@antiphon/contract/ids';
import type { Permission } from '@antiphon/contract/permissions';
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeKnowledgeAgent } from '../../../test/factories/knowledge-factory.ts';
import { makeTelephony } from '../../../test/factories/telephony-factory.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';
import { startRelayServer } from '../../../test/harness/relay-server.ts';
import type { Scope } from '../../db/scope.ts';
import { setPlan } from '../entitlements/set-plan.ts';
import { importNumber } from './import-number.ts';
import { listNumbers, lookAtNumbers } from './list-numbers.ts';
import { releaseNumber } from './release-number.ts';
import { updateNumber } from './update-number.ts';

const HOOKS = 'https://app.example.test/api/na/hooks';
const OTHER = '+12025550177';

describe.each(await openTestDatabases())('phone numbers on $name', async ({ database }) => {
  const twilio = await startRelayServer();
  afterAll(() => twilio.close());
  const telephony = makeTelephony(twilio.url);
  const deps = { database, secretKey: 'k'.repeat(64), telephony, hookBase: HOOKS as string | null };
  let scope: Scope;
  let agentId: AgentId;
  const of = (at: Scope, ...permissions: Permission[]) => ({ scope: at, userId: null, permissions, client: null });
  const owner = (at = scope) => of(at, 'agents.publish');
  const plan = (at: Scope, numbers: number) =>
    database.transaction(at, (tx) =>
      setPlan({ sellsPlans: true }, tx, at, { addons: { 'twilio-phone-number': numbers } }, new Date()),
    );

  beforeEach(async () => {
    const made = await makeKnowledgeAgent(database);
    scope = made.scope;
    agentId = made.agentId as AgentId;
    await plan(scope, 9);
  });

  type Number = ReturnType<typeof twilio.addNumber>;
  const accountOf = ({ account }: Number) => ({ accountSid: account.sid, authToken: account.token });
  const imported = (number: Number, more: object = {}, by = owner()) =>
    importNumber(deps, by, {
      ...{ account: accountOf(number), number: number.number, agentId, takesOver: false, ...more },
    });
  const failure = (promise: Promise<unknown>) =>
    promise.then(
      () => expect.fail('It was carried out.'),
      (error: unknown) => error as Error & { code?: string; issues?: { path: string }[] },
    );
  const count = async (at = scope) => (await listNumbers(deps, at)).length;

  test('that are imported call us, answer for an agent, and are given back as they were', async () => {
    const number = twilio.addNumber({ name: 'Front desk' });
    Object.assign(number.settings, { VoiceFallbackUrl: 'https://fallback.example.com/', VoiceMethod: 'GET' });
    const was = { ...number.settings };
    const made = await imported(number);
    expect(made).toMatchObject({
      ...{ number: number.number, name: 'Front desk', accountSid: number.account.sid, agentId },
      ...{ scheduleId: null, closedText: '', overflowTo: '', transferTo: '' },
    });
    expect(number.settings.VoiceUrl).toMatch(new RegExp(`^${HOOKS}/phone/[0-9A-Za-z]{32}$`));
    expect(await listNumbers(deps, scope)).toEqual([made]);
    await releaseNumber(deps, owner(), made.id);
    expect(number.settings).toEqual(was);
    expect(await listNumbers(deps, scope)).toEqual([]);
  });

  test('the token of their account is nowhere as it is', async () => {
    const number = twilio.addNumber();
    const made = await imported(number);
    expect(JSON.stringify(made)).not.toContain(number.account.token);
    const { rows } = await database.unscoped.execute<{ row: string }>(
      sql`select row_to_json(p)::text as row from phone_numbers p where id = ${made.id}`,
    );
    const [{ row } = { row: '' }] = rows;
    const hidden = [number.account.token, Buffer.from(number.account.token).toString('hex')];
    for (const form of hidden) expect(row).not.toContain(form);
  });

  test('that answer elsewhere are taken over when somebody says so', async () => {
    const [web, trunk, app, fresh] = [0, 1, 2, 3].map(() => twilio.addNumber()) as [Number, Number, Number, Number];
    web.settings.VoiceUrl = 'https://shop.example.com/voice';
    trunk.settings.TrunkSid = `TK${'1'.repeat(32)}`;
    app.settings.VoiceApplicationSid = `AP${'1'.repeat(32)}`;
    expect(await failure(imported(web))).toMatchObject({
      ...{ code: 'conflict', message: `${web.number} answers for shop.example.com. Take over?` },
    });
    expect((await failure(imported(trunk))).message).toContain('SIP trunk');
    expect((await failure(imported(app))).message).toContain('TwiML app');
    expect(await count()).toBe(0);
    for (const one of [web, trunk, app]) {
      const was = { ...one.settings };
      const { id } = await imported(one, { takesOver: true });
      expect(one.settings).toMatchObject({ TrunkSid: '', VoiceApplicationSid: '' });
      await releaseNumber(deps, owner(), id);
      expect(one.settings).toEqual(was);
    }
    await imported(fresh);
  });

  test('of an account are listed with who answers them', async () => {
    const first = twilio.addNumber({ name: 'A' });
    const silent = twilio.addNumber({ name: 'B', account: first.account, takesCalls: false });
    const web = twilio.addNumber({ name: 'C', account: first.account });
    web.settings.VoiceUrl = 'https://shop.example.com/voice';
    await imported(first);
    const looked = await lookAtNumbers(deps, owner(), accountOf(first));
    expect(looked).toEqual([
      ...[{ number: first.number, name: 'A', takesCalls: true, answeredBy: 'app.example.test', isImported: true }],
      ...[{ number: silent.number, name: 'B', takesCalls: false, answeredBy: '', isImported: false }],
      ...[{ number: web.number, name: 'C', takesCalls: true, answeredBy: 'shop.example.com', isImported: false }],
    ]);
    expect(await failure(imported(silent))).toMatchObject({ code: 'invalid_input', issues: [{ path: 'number' }] });
  });

  test('what is not right is said where it was typed, and nothing is stored', async () => {
    const number = twilio.addNumber();
    const at = async (more: object) => (await failure(imported(number, more))).issues?.[0]?.path;
    expect(await at({ account: { ...accountOf(number), authToken: 'a'.repeat(32) } })).toBe('account');
    expect(await at({ number: '+12025550999' })).toBe('number');
    const nowhere = { ...deps, hookBase: null };
    const given = { account: accountOf(number), number: number.number, agentId, takesOver: false };
    expect((await failure(importNumber(nowhere, owner(), given))).message).toContain('PUBLIC_URL');
    expect(await failure(imported(number, {}, of(scope, 'agents.write')))).toMatchObject({ code: 'forbidden' });
    expect(await failure(imported(number, { agentId: 'agt_none' }))).toMatchObject({ code: 'not_found' });
    expect(await count()).toBe(0);
  });

  // Caught here: a row that stays when the provider was not told.
  test('where the provider is away in the middle nothing is imported', async () => {
    const number = twilio.addNumber();
    twilio.next('down', { on: /^POST IncomingPhoneNumbers/ });
    expect((await failure(imported(number))).message).toContain('does not answer');
    expect(await count()).toBe(0);
    const { id } = await imported(number);
    twilio.next('down', { on: /^POST IncomingPhoneNumbers/ });
    expect((await failure(releaseNumber(deps, owner(), id))).message).toContain('does not answer');
    expect(await count()).toBe(1);
  });

  test('an account that has ended holds nothing', async () => {
    const number = twilio.addNumber();
    const { id } = await imported(number);
    number.account.token = 'f'.repeat(32);
    await releaseNumber(deps, owner(), id);
    expect(await count()).toBe(0);
  });

  test('imported again has the new token, and is given back as it was at first', async () => {
    const number = twilio.addNumber();
    const was = { ...number.settings };
    const { id } = await imported(number);
    number.account.token = 'e'.repeat(32);
    expect((await imported(number, { agentId: null })).id).toBe(id);
    expect(await listNumbers(deps, scope)).toMatchObject([{ agentId }]);
    await releaseNumber(deps, owner(), id);
    expect(number.settings).toEqual(was);
  });

  test('a number answers in one workspace alone', async () => {
    const number = twilio.addNumber();
    await imported(number);
    const { scope: other, agentId: theirs } = await makeKnowledgeAgent(database);
    await plan(other, 9);
    const refused = await failure(imported(number, { agentId: theirs, takesOver: true }, owner(other)));
    expect(refused.message).toContain('answers in another workspace');
    expect(await count(other)).toBe(0);
    expect(await count()).toBe(1);
  });

  // Caught here: numbers that are counted before they are written.
  test('of many at once so many as the plan has are imported', async () => {
    await plan(scope, 2);
    const first = twilio.addNumber();
    const numbers = [first, ...Array.from({ length: 7 }, () => twilio.addNumber({ account: first.account }))];
    const done = await Promise.allSettled(numbers.map((number) => imported(number)));
    const codes = done.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(codes).toEqual(Array.from({ length: 5 }, () => 'plan_limit_reached'));
    const ours = numbers.filter(({ settings }) => settings.VoiceUrl?.startsWith(HOOKS));
    expect([await count(), ours.length]).toEqual([3, 3]);
    await releaseNumber(deps, owner(), (await listNumbers(deps, scope))[0]!.id);
    await imported(numbers.find(({ settings }) => !settings.VoiceUrl?.startsWith(HOOKS))!);
    expect(await count()).toBe(3);
  });

  describe('callers are put through', () => {
    const to = async (change: object) => {
      const number = twilio.addNumber();
      const { id } = await imported(number);
      return updateNumber(deps, owner(), id, change);
    };

    test('to a number of the same country', async () => {
      const changed = await to({ overflowTo: OTHER, transferTo: OTHER, closedText: 'We are closed.' });
      expect(changed).toMatchObject({ overflowTo: OTHER, transferTo: OTHER, closedText: 'We are closed.' });
      expect(await updateNumber(deps, owner(), changed.id, { agentId: null })).toMatchObject({
        ...{ agentId: null, overflowTo: OTHER },
      });
      expect(await updateNumber(deps, owner(), changed.id, { overflowTo: '' })).toMatchObject({ overflowTo: '' });
    });

    // Caught here: targets that are looked at by their form alone.
    test.each([
      ['of emergencies', '+1911'],
      ['that costs', '+19005551234'],
      ['abroad', '+442079460958'],
      ['of a satellite', '+881612345678'],
      ['in the same zone, of another country', '+18765551234'],
      ['that is none', '+12021'],
      ['too short', '+1202555'],
    ])('to no number %s', async (_what, number) => {
      for (const field of ['overflowTo', 'transferTo'])
        expect(await failure(to({ [field]: number }))).toMatchObject({
          code: 'invalid_input',
          issues: [{ path: field }],
        });
    });

    test('to no number that is the one that is called', async () => {
      const number = twilio.addNumber();
      const { id } = await imported(number);
      expect((await failure(updateNumber(deps, owner(), id, { transferTo: number.number }))).code).toBe(
        'invalid_input',
      );
    });
  });

  test('an agent, hours and a number of others are not there', async () => {
    const { id } = await imported(twilio.addNumber());
    const { scope: other, agentId: theirs } = await makeKnowledgeAgent(database);
    expect((await failure(updateNumber(deps, owner(), id, { agentId: theirs as AgentId }))).code).toBe('not_found');
    expect((await failure(updateNumber(deps, owner(), id, { scheduleId: 'sch_none' as never }))).code).toBe(
      'invalid_input',
    );
    expect((await failure(updateNumber(deps, owner(other), id, { closedText: 'x' }))).code).toBe('not_found');
    expect((await failure(releaseNumber(deps, owner(other), id))).code).toBe('not_found');
    expect((await failure(releaseNumber(deps, owner(), newPhoneNumberId()))).code).toBe('not_found');
  });
});
