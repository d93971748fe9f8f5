import type { CallAnswer } from '../../domain/phone-numbers/telephony.ports.ts';

type Element = { name: string; attributes?: Record<string, string>; inside?: (Element | string)[] };

const CODES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
/** What XML 1.0 has no place for. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones.
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const escaped = (text: string) =>
  text
    .toWellFormed()
    .replace(UNWRITABLE, '')
    .replace(/[&<>"']/g, (sign) => CODES[sign] as string)
    .replace(/[\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function write({ name, attributes = {}, inside = [] }: Element): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const children = inside.map((part) => (typeof part === 'string' ? escaped(part) : write(part)));
  return `<${name}${given.join('')}${children.length > 0 ? `>${children.join('')}</${name}>` : '/>'}`;
}

/** TwiML (https://www.twilio.com/docs/voice/twiml) for what is to be done with a call. */
export const voiceMarkup = (answer: CallAnswer): string =>
  `<?xml version="1.0" encoding="UTF-8"?>${write({ name: 'Response', inside: verbsOf(answer) })}`;

function verbsOf(answer: CallAnswer): Element[] {
  switch (answer.kind) {
    case 'busy':
      return [{ name: 'Reject', attributes: { reason: 'busy' } }];
    case 'hangUp':
      return [{ name: 'Hangup' }];
    case 'say': {
      const language = languageOf(answer.lang);
      const attributes: Record<string, string> = language === MANY ? {} : { language };
      return [{ name: 'Say', attributes, inside: [answer.text] }, { name: 'Hangup' }];
    }
    case 'forward': {
      const { to, from, actionUrl, answeredUrl, seconds } = answer;
      const attributes = { callerId: from, timeout: String(seconds), answerOnBridge: 'true', action: actionUrl };
      const told: Record<string, string> =
        answeredUrl === null
          ? {}
          : { statusCallback: answeredUrl, statusCallbackEvent: 'answered', statusCallbackMethod: 'POST' };
      const number = { name: 'Number', attributes: told, inside: [to] };
      return [{ name: 'Dial', attributes: { ...attributes, method: 'POST' }, inside: [number] }];
    }
    case 'relay':
      return relayOf(answer);
  }
}

/** Nothing runs after what connects, so a recording starts before it. */
function relayOf(answer: Extract<CallAnswer, { kind: 'relay' }>): Element[] {
  const { actionUrl, recordingUrl } = answer;
  const relay = { name: 'ConversationRelay', attributes: relayAttributes(answer) };
  const connect = { name: 'Connect', attributes: { action: actionUrl, method: 'POST' }, inside: [relay] };
  if (recordingUrl === null) return [connect];
  const attributes = { recordingStatusCallback: recordingUrl, channels: 'dual', track: 'both' };
  return [{ name: 'Start', inside: [{ name: 'Recording', attributes }] }, connect];
}

/**
 * https://www.twilio.com/docs/voice/conversationrelay/conversationrelay-noun: each is set, for what holds without one differs by an account's
 * age. There is no greeting: it would be said again whenever the call goes on after a lost connection.
 */
function relayAttributes({ socketUrl, lang, voice, hints }: Extract<CallAnswer, { kind: 'relay' }>) {
  const language = languageOf(lang);
  const named = hints.map((hint) => hint.replace(/[\s,]+/g, ' ').trim()).filter((hint) => hint !== '');
  return {
    url: socketUrl,
    language,
    ttsProvider: 'ElevenLabs',
    ...(voice === '' ? {} : { voice }),
    transcriptionProvider: 'Deepgram',
    speechModel: language === MANY || language.startsWith('en') ? 'flux' : 'nova-3-general',
    ...(named.length > 0 ? { hints: named.slice(0, HINTS_MAX).join(',') } : {}),
    partialPrompts: 'true',
    interruptible: 'any',
    interruptSensitivity: 'high',
    reportInputDuringAgentSpeech: 'none',
    ignoreBackchannel: 'true',
    preemptible: 'false',
    dtmfDetection: 'true',
    events: 'speaker-events tokens-played',
  };
}

const HINTS_MAX = 100;
/** Whichever is spoken. */
const MANY = 'multi';

/** With its region, as Twilio writes languages. */
function languageOf(lang: string): string {
  if (lang === '') return MANY;
  try {
    const { language, region } = new Intl.Locale(lang).maximize();
    return region ? `${language}-${region}` : MANY;
  } catch {
    return MANY;
  }
}
