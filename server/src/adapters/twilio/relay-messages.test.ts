import { expect, test } from 'vitest';
import { readRelayMessage } from './relay-messages.ts';

const read = (message: unknown) => readRelayMessage(JSON.stringify(message));
const sid = (kind: string, digit: string) => kind + digit.repeat(32);

test('the messages that are documented and recorded are read', () => {
  const setup = {
    ...{
      type: 'setup',
      sessionId: sid('VX', '0'),
      accountSid: sid('AC', '1'),
      parentCallSid: '',
      callSid: sid('CA', '2'),
    },
    ...{ from: '+18005550100', to: '+18005550101', forwardedFrom: '', callType: 'PSTN', callerName: '' },
    ...{ direction: 'inbound', callStatus: 'RINGING', customParameters: { callReference: 'bar' } },
  };
  expect(read(setup)).toEqual({
    ...{ kind: 'setup', callId: sid('CA', '2'), accountId: sid('AC', '1'), relayId: sid('VX', '0') },
    ...{ from: '+18005550100', to: '+18005550101' },
  });
  expect(read({ type: 'prompt', voicePrompt: 'Hi! Can you tell me?', lang: 'en-US', last: true })).toEqual({
    ...{ kind: 'prompt', text: 'Hi! Can you tell me?', lang: 'en-US', isLast: true },
  });
  expect(read({ type: 'prompt', voicePrompt: 'Hi', lang: 'en', last: false })).toMatchObject({ isLast: false });
  expect(read({ type: 'dtmf', digit: '1' })).toEqual({ kind: 'key', digit: '1' });
  const interrupt = { type: 'interrupt', utteranceUntilInterrupt: 'Life is a complex set of' };
  const heard = { kind: 'interrupt', heard: 'Life is a complex set of', ms: 460 };
  expect(read({ ...interrupt, durationUntilInterruptMs: 460 })).toEqual(heard);
  expect(read({ ...interrupt, durationUntilInterruptMs: '460' })).toEqual(heard);
  expect(read({ type: 'error', description: 'Invalid message received, code: 64107' })).toMatchObject({
    kind: 'problem',
  });
  expect(read({ type: 'info', name: 'tokensPlayed', value: 'I heard:' })).toEqual({ kind: 'played', text: 'I heard:' });
  expect(read({ type: 'info', name: 'agentSpeaking', value: 'on' })).toEqual({
    kind: 'speaking',
    who: 'agent',
    isOn: true,
  });
  expect(read({ type: 'info', name: 'clientSpeaking', value: 'off' })).toEqual({
    ...{ kind: 'speaking', who: 'caller', isOn: false },
  });
});

test.each([
  ['nothing', ''],
  ['no JSON', 'this is not json #1'],
  ['a list', '[]'],
  ['null', 'null'],
  ['another type', '{"type":"constructor"}'],
  [
    'a call of another form',
    JSON.stringify({ type: 'setup', sessionId: sid('VX', '0'), callSid: '../x', accountSid: sid('AC', '1') }),
  ],
  ['two keys at once', '{"type":"dtmf","digit":"12"}'],
  ['another switch', '{"type":"info","name":"agentSpeaking","value":"maybe"}'],
  ['a prompt without words', '{"type":"prompt","last":true}'],
  ['a book', JSON.stringify({ type: 'prompt', voicePrompt: 'x'.repeat(50_000), last: true })],
  ['deep brackets', '['.repeat(39_000)],
])('%s is nothing', (_what, text) => expect(readRelayMessage(text)).toBeNull());

test('words are as the database takes them', () => {
  expect(read({ type: 'prompt', voicePrompt: `a\0b${'\ud800'}`, last: true })).toMatchObject({ text: 'ab\ufffd' });
  expect(read({ type: 'prompt', voicePrompt: 'x'.repeat(9_000), last: true })).toMatchObject({
    text: 'x'.repeat(8_000),
  });
});
