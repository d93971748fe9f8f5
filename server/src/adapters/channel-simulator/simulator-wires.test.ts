import { CHANNEL_PROVIDERS, type ChannelProvider } from '@antiphon/contract/channel-names';
import type { ChannelConnectionId, WorkspaceUid } from '@antiphon/contract/ids';
import { describe, expect, test } from 'vitest';
import { makeChannels } from '../../../test/factories/channels-factory.ts';
import type { HookCall, Phones } from '../../domain/channel-simulator/channel-simulator.ports.ts';
import type { ChannelAccount, OutgoingPart } from '../../domain/channels/channels.ports.ts';
import { simulatorWires } from './simulator-wires.ts';
import { withSimulator } from './with-simulator.ts';

const NOBODY = 'http://127.0.0.1:9';
const AT = new Date('2026-11-29T10:00:00Z');
const phone = { workspaceUid: 'uid' as WorkspaceUid, connectionId: 'chn_1' as ChannelConnectionId };
const shown: OutgoingPart[] = [];
let refusal: Awaited<ReturnType<Phones['meet']>> = null;
const phones: Phones = {
  meet: async () => refusal,
  show: async (_phone, { part, nameOf }) => {
    shown.push(part);
    return nameOf(7);
  },
  noteTyping: async () => {},
};
const channels = withSimulator(makeChannels(NOBODY), { phones, wires: simulatorWires });

describe.each(CHANNEL_PROVIDERS)('the stand-in of %s', (provider: ChannelProvider) => {
  const wire = simulatorWires[provider];
  const channel = channels[provider];
  const secret = 's'.repeat(32);
  const account: ChannelAccount = {
    ...{ token: secret, hookSecret: secret, phone },
    externalId: provider === 'sms' ? '+15550100100' : '900000000000001',
    accountId: provider === 'sms' ? `AC${'a'.repeat(32)}` : '800000000000001',
  };
  const url = `https://app.example.test/api/na/hooks/${provider}/key`;
  const called = { account, url };
  const hookOf = ({ headers, body, search }: HookCall) => ({
    ...{ headers, url: url + search, body: new TextEncoder().encode(body) },
  });
  const line = { id: wire.newId(3, AT), number: 3, at: AT, text: 'Größe 44?', choiceId: null };

  test('tells what was written so that the real adapter verifies and reads it', () => {
    const hook = hookOf(wire.message(called, line));
    expect(channel.verify(hook, account)).toBe(true);
    expect(channel.verify(hook, { ...account, hookSecret: 'other' })).toBe(false);
    const [event, ...more] = channel.parse(hook, account);
    expect(event).toMatchObject({ kind: 'message', text: 'Größe 44?', thread: wire.thread });
    expect(more).toEqual([]);
    expect(channel.parse(hook, account)[0]?.key).toBe(event?.key);
  });

  test('tells a button that was pressed', () => {
    const [event] = channel.parse(hookOf(wire.message(called, { ...line, choiceId: 'size_44', text: '44' })), account);
    const choice = provider === 'sms' ? {} : { choiceId: 'size_44' };
    expect(event).toMatchObject({ kind: 'message', text: '44', ...choice });
  });

  test('tells what became of a message', () => {
    for (const state of wire.told) {
      const hook = hookOf(wire.status!(called, { id: wire.newId(4, AT), ref: 'msg:0', state, at: AT }));
      expect(channel.verify(hook, account)).toBe(true);
      expect(channel.parse(hook, account)).toMatchObject([{ kind: 'status', state, thread: wire.thread }]);
    }
  });

  test('takes what is sent in place of the network, and refuses as the provider does', async () => {
    const part: OutgoingPart = { kind: 'text', text: 'Yes.' };
    const sending = { thread: wire.thread, part, file: null, ref: 'msg:0', hookUrl: null };
    shown.length = 0;
    refusal = null;
    expect(await channel.send(account, sending)).not.toBe('');
    expect(shown).toEqual([part]);
    for (const [met, error] of [
      ['busy', { kind: 'rate_limited', retryAfterMs: 5_000 }],
      ['token', { kind: 'unauthorized' }],
      ['blocked', { kind: 'forbidden' }],
      ['window', { name: 'WindowOver' }],
    ] as const) {
      refusal = met;
      await expect(channel.send(account, sending)).rejects.toMatchObject(error);
    }
    expect(shown).toHaveLength(1);
    await channel.listen(account, { url, verifyToken: '' });
    await channel.leave(account);
    await channel.showTyping(account, wire.thread, '');
    const { phone: _phone, ...real } = account;
    await expect(channel.send(real, sending)).rejects.toThrow();
  });
});

test('what is answered in an app, and who blocks a bot, is signed and read, or is nothing', () => {
  for (const provider of ['whatsapp', 'messenger', 'instagram'] as const) {
    const account = { token: 't', hookSecret: 's', externalId: '900000000000001', accountId: '800000000000001', phone };
    const line = { id: simulatorWires[provider].newId(1, AT), number: 1, at: AT, text: 'Hello', choiceId: null };
    const { headers, body } = simulatorWires[provider].echo!({ account, url: '' }, line);
    const hook = { headers, url: '', body: new TextEncoder().encode(body) };
    expect(channels[provider].verify(hook, account)).toBe(true);
    expect(channels[provider].parse(hook, account)).toEqual([]);
  }
  const account = { token: 't', hookSecret: 's', externalId: '1', accountId: '', phone };
  for (const isBlocked of [true, false]) {
    const { headers, body } = simulatorWires.telegram.block!({ account, url: '' }, { number: 2, at: AT, isBlocked });
    const hook = { headers, url: '', body: new TextEncoder().encode(body) };
    expect(channels.telegram.verify(hook, account)).toBe(true);
    expect(channels.telegram.parse(hook, account)).toMatchObject([{ kind: 'reachable', isReachable: !isBlocked }]);
  }
});
