import sax from 'sax';
import * as z from 'zod';

export type Verb = { name: string; attributes: Record<string, string>; inside: Verb[]; text: string };

/** What Twilio reports of a document, by its number: https://www.twilio.com/docs/api/errors. */
export class TwimlError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const secure = (scheme: string) => z.string().regex(new RegExp(`^${scheme}://[^/?#\\s]+/\\S*$`));
const Yes = z.enum(['true', 'false']);
const Inputs = z.enum(['none', 'dtmf', 'speech', 'any']);
const Number164 = z.string().regex(/^\+[1-9]\d{6,14}$/);
const Lang = z.string().regex(/^(?:multi|[a-z]{2,3}-(?:[A-Z]{2}|\d{3}))$/);

/** https://www.twilio.com/docs/voice/twiml: attributes that are not written there, and values of them, are refused. */
const ATTRIBUTES: Record<string, z.ZodType> = {
  Response: z.strictObject({}),
  Reject: z.strictObject({ reason: z.enum(['rejected', 'busy']).optional() }),
  Hangup: z.strictObject({}),
  Say: z.strictObject({ language: Lang.optional() }),
  Dial: z.strictObject({
    callerId: Number164.optional(),
    timeout: z.coerce.number().int().min(1).max(600).optional(),
    answerOnBridge: Yes.optional(),
    action: secure('https').optional(),
    method: z.enum(['GET', 'POST']).optional(),
  }),
  /** https://www.twilio.com/docs/voice/twiml/number */
  Number: z.strictObject({
    statusCallback: secure('https').optional(),
    statusCallbackEvent: z.enum(['initiated', 'ringing', 'answered', 'completed']).optional(),
    statusCallbackMethod: z.enum(['GET', 'POST']).optional(),
  }),
  Start: z.strictObject({}),
  Recording: z.strictObject({
    recordingStatusCallback: secure('https').optional(),
    channels: z.enum(['mono', 'dual']).optional(),
    track: z.enum(['inbound', 'outbound', 'both']).optional(),
  }),
  Connect: z.strictObject({ action: secure('https').optional(), method: z.enum(['GET', 'POST']).optional() }),
  /** https://www.twilio.com/docs/voice/conversationrelay/conversationrelay-noun */
  ConversationRelay: z.strictObject({
    url: secure('wss'),
    welcomeGreeting: z.string().optional(),
    language: Lang.optional(),
    ttsProvider: z.enum(['Google', 'Amazon', 'ElevenLabs']).optional(),
    voice: z.string().optional(),
    transcriptionProvider: z.enum(['Google', 'Deepgram']).optional(),
    speechModel: z.string().optional(),
    hints: z.string().optional(),
    partialPrompts: Yes.optional(),
    interruptible: Inputs.optional(),
    interruptSensitivity: z.enum(['low', 'medium', 'high']).optional(),
    reportInputDuringAgentSpeech: Inputs.optional(),
    ignoreBackchannel: Yes.optional(),
    preemptible: Yes.optional(),
    dtmfDetection: Yes.optional(),
    events: z.string().optional(),
  }),
};
const INSIDE: Record<string, readonly string[]> = {
  Response: ['Reject', 'Hangup', 'Say', 'Dial', 'Start', 'Connect'],
  Dial: ['Number'],
  Start: ['Recording'],
  Connect: ['ConversationRelay'],
};
const WITH_TEXT = new Set(['Say', 'Number']);

/** The verbs of a document, as strictly as Twilio's schema has them. */
export function readTwiml(type: string, text: string): Verb[] {
  if (!/^(?:text|application)\/xml\b/.test(type)) throw new TwimlError(12300, `Invalid Content-Type: ${type}`);
  const root: Verb = { name: '', attributes: {}, inside: [], text: '' };
  const open = [root];
  const parser = sax.parser(true);
  parser.onopentag = ({ name, attributes }) => {
    const verb = { name, attributes: attributes as Record<string, string>, inside: [], text: '' };
    open.at(-1)?.inside.push(verb);
    open.push(verb);
  };
  parser.onclosetag = () => void open.pop();
  parser.ontext = (words) => {
    const verb = open.at(-1);
    if (verb) verb.text += words;
  };
  parser.onerror = (error) => {
    throw new TwimlError(12100, error.message);
  };
  parser.write(text).close();
  const [response, ...more] = root.inside;
  if (response?.name !== 'Response' || more.length > 0) throw new TwimlError(12102, 'The root is not Response');
  check(response);
  return response.inside;
}

function check(verb: Verb) {
  const { name, attributes, inside, text } = verb;
  const { error } = ATTRIBUTES[name]?.safeParse(attributes) ?? { error: new Error('is not known') };
  if (error) throw new TwimlError(12200, `${name}: ${error.message}`);
  if (text.trim() !== '' && !WITH_TEXT.has(name)) throw new TwimlError(12200, `${name} has text`);
  for (const part of inside) {
    if (!INSIDE[name]?.includes(part.name)) throw new TwimlError(12200, `${part.name} inside ${name}`);
    check(part);
  }
}
