import { describe, expect, test } from 'vitest';
import { readTwiml } from '../../../test/harness/twiml-reader.ts';
import type { CallAnswer } from '../../domain/phone-numbers/telephony.ports.ts';
import { voiceMarkup } from './voice-markup.ts';

const read = (answer: CallAnswer) => readTwiml('text/xml', voiceMarkup(answer));
const relay = {
  kind: 'relay' as const,
  socketUrl: 'wss://app.example.test/api/na/relay/call/secret',
  actionUrl: 'https://app.example.test/action?a=1#rc=5&rp=ct,rt,5xx',
  ...{ lang: 'en', voice: '', hints: [] as string[], recordingUrl: null },
};
const attributesOf = (answer: CallAnswer) => read(answer).at(-1)?.inside[0]?.attributes ?? {};

test('the relay has every attribute whose default depends on the account, and no greeting', () => {
  const [connect] = read(relay);
  expect(connect?.attributes).toEqual({ action: relay.actionUrl, method: 'POST' });
  expect(attributesOf(relay)).toEqual({
    ...{ url: relay.socketUrl, language: 'en-US', ttsProvider: 'ElevenLabs', transcriptionProvider: 'Deepgram' },
    ...{ speechModel: 'flux', partialPrompts: 'true', interruptible: 'any', interruptSensitivity: 'high' },
    ...{ reportInputDuringAgentSpeech: 'none', ignoreBackchannel: 'true', preemptible: 'false' },
    ...{ dtmfDetection: 'true', events: 'speaker-events tokens-played' },
  });
});

test.each([
  ['pt-BR', 'pt-BR', 'nova-3-general'],
  ['de', 'de-DE', 'nova-3-general'],
  ['en-GB', 'en-GB', 'flux'],
  ['', 'multi', 'flux'],
  ['not a language', 'multi', 'flux'],
])('an agent of %j listens in %s by %s', (lang, language, speechModel) =>
  expect(attributesOf({ ...relay, lang })).toMatchObject({ language, speechModel }),
);

test('names that are likely to be said are a list, of as many as fit', () => {
  expect(attributesOf({ ...relay, hints: ['Harbour, Ltd', ' ', 'Ann\n& Bob'] }).hints).toBe('Harbour Ltd,Ann & Bob');
  const many = Array.from({ length: 300 }, (_, at) => `n${at}`);
  expect(attributesOf({ ...relay, hints: many }).hints?.split(',')).toHaveLength(100);
});

test('a recording starts before what connects, and only where it is wanted', () => {
  expect(read(relay).map(({ name }) => name)).toEqual(['Connect']);
  const [start, connect] = read({ ...relay, recordingUrl: 'https://app.example.test/recording' });
  expect([start?.name, start?.inside[0]?.name, connect?.name]).toEqual(['Start', 'Recording', 'Connect']);
});

test('calls are refused, put through, and ended', () => {
  expect(read({ kind: 'busy' })).toMatchObject([{ name: 'Reject', attributes: { reason: 'busy' } }]);
  expect(read({ kind: 'hangUp' })).toMatchObject([{ name: 'Hangup' }]);
  expect(read({ kind: 'say', text: 'We are closed.', lang: 'de' })).toMatchObject([
    { name: 'Say', attributes: { language: 'de-DE' }, text: 'We are closed.' },
    { name: 'Hangup' },
  ]);
  const [dial] = read({
    ...{ kind: 'forward', to: '+12025550101', from: '+12025550100', seconds: 25 },
    actionUrl: 'https://app.example.test/over?rung=call_1#rc=5',
    answeredUrl: 'https://app.example.test/over?taken=call_1#rc=5',
  });
  expect(dial).toMatchObject({ name: 'Dial', attributes: { callerId: '+12025550100', timeout: '25' } });
  expect(dial?.inside[0]).toMatchObject({
    ...{ name: 'Number', text: '+12025550101' },
    attributes: { statusCallback: 'https://app.example.test/over?taken=call_1#rc=5', statusCallbackEvent: 'answered' },
  });
});

describe('words of an owner', () => {
  const nasty = [
    ...[
      '"/><Dial>+12025550199</Dial><x a="',
      '</Say><Dial>+12025550199</Dial><Say>',
      "' onload='",
      ']]>',
      '<!--',
      '&amp;&#0;',
    ],
    ...['\u0000\u0008\ufffe', '\ud800', 'a\tb\r\nc', '🚲 Fahrräder & mehr'],
  ];
  // Caught here: a writer that escapes no quotes, and one that lets a control character through.
  test.each(nasty)('%j say no more than they are', (text) => {
    const said = ['\u0000', '\u0008', '\ufffe'].reduce((rest, sign) => rest.replaceAll(sign, ''), text.toWellFormed());
    const [say, ...more] = read({ kind: 'say', text, lang: 'en' });
    expect([say?.name, say?.text, say?.inside]).toEqual(['Say', said, []]);
    expect(more.map(({ name }) => name)).toEqual(['Hangup']);
    expect(attributesOf({ ...relay, voice: `v${text}` }).voice).toBe(`v${said}`);
  });
});
