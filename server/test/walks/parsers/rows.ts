import { setImmediate } from 'node:timers/promises';
import { pickLanguage } from '@antiphon/contract/languages';
import { limits } from '@antiphon/contract/limits';
import { smsLength, toSmsText } from '@antiphon/contract/sms-text';
import Stripe from 'stripe';
import { MESSAGE_BYTES_MAX, readMessage } from '../../../src/adapters/deepgram/deepgram-messages.ts';
import {
  readDiscordMessage,
  readDiscordPress,
  readGatewayPayload,
} from '../../../src/adapters/discord/discord-events.ts';
import { renderDiscord } from '../../../src/adapters/discord/discord-marks.ts';
import { sniffFileKind } from '../../../src/adapters/file-type/sniff-file-kind.ts';
import { answerIn, makeEventReader } from '../../../src/adapters/mcp/read-message.ts';
import { readInstagramEvents, readMessengerEvents } from '../../../src/adapters/meta/messenger-events.ts';
import { readWhatsAppEvents } from '../../../src/adapters/meta/whatsapp-events.ts';
import { readTemplate } from '../../../src/adapters/meta/whatsapp-templates.ts';
import { makeParsing } from '../../../src/adapters/parsing/parsing.ts';
import type { TaskName } from '../../../src/adapters/parsing/tasks.ts';
import { fitText } from '../../../src/adapters/shared/channel-text/fit-text.ts';
import { renderMarks, WHATSAPP_MARKS } from '../../../src/adapters/shared/channel-text/marks.ts';
import { splitText } from '../../../src/adapters/shared/channel-text/split-text.ts';
import { toStyledText } from '../../../src/adapters/shared/channel-text/styled-markup.ts';
import { readStripeEvent } from '../../../src/adapters/stripe/stripe-events.ts';
import { readTelegramEvents } from '../../../src/adapters/telegram/telegram-events.ts';
import { readRelayMessage } from '../../../src/adapters/twilio/relay-messages.ts';
import { isSignedByTwilio } from '../../../src/adapters/twilio/signed-by-twilio.ts';
import { readSmsEvents } from '../../../src/adapters/twilio/sms-events.ts';
import { readForwardEnd, readIncomingCall, readRelayEnd } from '../../../src/adapters/twilio/voice-hooks.ts';
import { smalltalkOf } from '../../../src/domain/answers/smalltalk.rules.ts';
import { consentFor } from '../../../src/domain/call-consent/consent-countries.rules.ts';
import { addressOf, zonesOf } from '../../../src/domain/campaigns/recipient.rules.ts';
import { prepareText } from '../../../src/domain/documents/index-document.ts';
import type { DocumentKind } from '../../../src/domain/extraction/extraction.ports.ts';
import { readOutputs } from '../../../src/domain/functions/read-outputs.rules.ts';
import { deviceWords } from '../../../src/domain/identity/device-words.rules.ts';
import { nameKey } from '../../../src/domain/lead-capture/lead-keys.rules.ts';
import { readContact } from '../../../src/domain/lead-capture/said-contact.rules.ts';
import { keptTools } from '../../../src/domain/mcp-sources/tool-definition.rules.ts';
import { readToolInputs, readToolOutputs } from '../../../src/domain/mcp-sources/tool-schema.rules.ts';
import { mayBeCalled } from '../../../src/domain/phone-numbers/dialed.rules.ts';
import { searchText } from '../../../src/domain/search/search-text.rules.ts';
import { readCallerMessage } from '../../../src/domain/talks/browser-leg.ts';
import { readPayload } from '../../../src/domain/uploads/uploads.rules.ts';
import { ALL } from '../../../src/domain/websites/globs.rules.ts';
import { clientTokenOf } from '../../../src/http/client-cookie.ts';
import type { RequestContext } from '../../../src/http/context.ts';
import { readBody } from '../../../src/http/read-body.ts';
import { clientAddress } from '../../../src/http/request-context.ts';
import { demandStorable } from '../../../src/http/storable-input.ts';
import { amount } from '../../harness/amounts.ts';
import * as attacks from './attacks.ts';

type Input = string | Uint8Array;
/** `files` are the modules of the process itself that parse here; what stands in the worker is named by its task. */
export type Row = {
  name: string;
  task?: TaskName;
  files: string[];
  attacks: () => Record<string, Input>;
  run: (input: never) => unknown;
};

const { documentText, siteFiles, cleanCss, scopeCss, readLeadTable, close } = makeParsing({
  timeoutMs: amount(5_000, 1_000),
});

export { close };

const asked = { charset: '', url: 'https://example.com/', keepsFooter: true, charsMax: 1_000_000 };
/** As a reading does: in the worker, and what then happens to the passages here. */
const document = (kind: DocumentKind) => async (bytes: Uint8Array) =>
  prepareText('Title', await documentText.extract({ ...asked, bytes, kind }));

const documents = (
  [
    ['html', attacks.htmlAttacks],
    ['md', attacks.markdownAttacks],
    ['csv', attacks.csvAttacks],
    ['txt', attacks.textAttacks],
    ['typed', attacks.textAttacks],
    ['docx', attacks.docxAttacks],
    ['pdf', attacks.pdfAttacks],
  ] as const
).map(
  ([kind, list]): Row => ({
    name: kind,
    task: 'document',
    files: [],
    attacks: list,
    run: document(kind),
  }),
);

const body = (text: string, type: string) =>
  readBody(new Request('http://localhost/', { method: 'POST', body: text, headers: { 'content-type': type } }), {
    jsonBytesMax: limits.bodyBytesMax,
    takesFiles: true,
  });

const stripe = new Stripe('sk_test_unused');
const secret = 'whsec_0123456789';
const events = { isLive: false, secrets: { platform: [secret, secret], connect: [], accounts: [] } };

export const rows: Row[] = [
  ...documents,
  {
    name: 'robots.txt',
    task: 'robots',
    files: [],
    attacks: attacks.robotsAttacks,
    run: (bytes: Uint8Array) =>
      siteFiles.askRobots({
        bytes,
        robotsUrl: 'https://example.com/robots.txt',
        url: `https://example.com/${'a'.repeat(980)}`,
        robotName: 'SiteReader',
      }),
  },
  {
    name: 'sitemap',
    task: 'sitemap',
    files: [],
    attacks: attacks.sitemapAttacks,
    run: (bytes: Uint8Array) =>
      siteFiles.readSitemap(
        (async function* () {
          for (let at = 0; at < bytes.length; at += 16_384) yield bytes.subarray(at, at + 16_384);
        })(),
        { url: 'https://example.com/sitemap.xml', pagesMax: 2_000, globs: ALL },
      ),
  },
  {
    name: 'table of leads',
    task: 'leadTable',
    files: [],
    attacks: attacks.csvAttacks,
    run: (bytes: Uint8Array) => readLeadTable({ bytes, fields: [], targets: ['name', 'email', 'phone'] }),
  },
  {
    name: 'an agency’s css',
    task: 'agencyCss',
    files: [],
    attacks: attacks.cssAttacks,
    run: (css: string) => scopeCss(css),
  },
  { name: 'custom css', task: 'css', files: [], attacks: attacks.cssAttacks, run: (css: string) => cleanCss(css) },
  {
    name: 'JSON body',
    files: ['http/read-body.ts'],
    attacks: attacks.jsonAttacks,
    run: async (text: string) => demandStorable(await body(text, 'application/json')),
  },
  {
    name: 'photo as text',
    files: ['domain/uploads/uploads.rules.ts'],
    attacks: attacks.base64Attacks,
    run: async (text: string) => {
      const json = `{"base64Payload":"${text.slice(0, limits.bodyBytesMax - 100)}"}`;
      const given = await body(json, 'application/json');
      demandStorable(given);
      readPayload((given as { base64Payload: string }).base64Payload);
    },
  },
  {
    name: 'form',
    files: ['http/read-body.ts'],
    attacks: attacks.formAttacks,
    run: async (text: string) => demandStorable(await body(text, 'multipart/form-data; boundary=b')),
  },
  {
    name: 'payment event',
    files: ['adapters/stripe/stripe-events.ts'],
    attacks: () => ({ ...attacks.jsonAttacks(), ...attacks.headerAttacks() }),
    // Whoever has no secret: the text is hashed and not parsed.
    run: (text: string) => {
      const now = Math.floor(Date.now() / 1_000);
      const event = { endpoint: 'platform' as const, text: text.slice(0, 512 * 1024) };
      for (const signature of [`t=${now},v1=00`, text.slice(0, 16_384), `t=${now},${'v1=0,'.repeat(3_000)}`])
        readStripeEvent(stripe, events, { ...event, signature });
    },
  },
  {
    name: 'an update of Telegram',
    files: ['adapters/telegram/telegram-events.ts', 'adapters/shared/channel-http/read-json.ts'],
    attacks: attacks.jsonAttacks,
    run: (text: string) => {
      for (const part of [text, text.slice(0, 256 * 1024), `{"update_id":1,"message":${text}}`.slice(0, 200_000)])
        readTelegramEvents(new TextEncoder().encode(part));
    },
  },
  {
    name: 'an answer to a function',
    files: ['domain/functions/parse-json.rules.ts'],
    attacks: attacks.jsonAttacks,
    run: (text: string) => {
      const response = {
        outputs: [{ name: 'x', kind: 'list', pointer: '/0/a', description: '' }],
        success: null,
      } as const;
      const most = limits.functionAnswerBytesMax;
      for (const part of [
        text.slice(0, most),
        `[{"a":${text.slice(0, most - 20)}`,
        JSON.stringify([{ a: text.slice(0, 99_000) }]),
      ])
        readOutputs({ ...response, outputs: [...response.outputs] }, { status: 200, text: part, isWhole: true });
    },
  },
  {
    name: 'an answer of an MCP server',
    files: ['adapters/shared/channel-http/read-json.ts'],
    attacks: attacks.jsonAttacks,
    run: async (text: string) => {
      const most = limits.functionAnswerBytesMax;
      const told = `{"jsonrpc":"2.0","id":1,"result":${text}}`;
      for (const part of [text, told]) {
        answerIn(part.slice(0, most), 1);
        await setImmediate();
      }
      for (const stream of [
        `data: ${told}`,
        told.replaceAll(',', '\ndata: '),
        'data:\n'.repeat(60_000),
        '\n'.repeat(most),
      ]) {
        const events = makeEventReader(1);
        const bytes = new TextEncoder().encode(stream.slice(0, most));
        for (let at = 0; at < bytes.length && !events.push(bytes.subarray(at, at + 1_024)); at += 1_024);
        events.end();
        await setImmediate();
      }
    },
  },
  {
    name: 'a schema of a tool',
    files: ['domain/functions/parse-json.rules.ts'],
    attacks: attacks.jsonAttacks,
    run: async (text: string) => {
      const most = limits.toolSchemaBytesMax;
      for (const part of [
        text,
        `{"properties":${text}`,
        `{"properties":{"a":{"description":"${text.slice(0, most)}"}}}`,
      ]) {
        readToolInputs(part.slice(0, most));
        readToolOutputs(part.slice(0, most));
        await setImmediate();
      }
      const listed = {
        name: 'a',
        title: text,
        description: text,
        inputSchema: { text },
        outputSchema: null,
        readOnlyHint: true,
      };
      keptTools([{ ...listed, title: text.slice(0, limits.functionAnswerBytesMax / 2) }]);
    },
  },
  {
    name: 'a message of a caller',
    files: ['domain/talks/browser-leg.ts'],
    attacks: attacks.jsonAttacks,
    run: (text: string) => {
      for (const part of [text, `{"type":"final","text":${text}`, `{"type":"final","text":"${text}`]) {
        try {
          readCallerMessage(part.slice(0, 32 * 1024));
        } catch {
          // Such are counted, and close the connection.
        }
      }
    },
  },
  {
    name: 'a message of Deepgram',
    files: ['adapters/deepgram/deepgram-messages.ts', 'adapters/shared/channel-http/read-json.ts'],
    attacks: attacks.jsonAttacks,
    run: (text: string) => {
      const turn = `{"type":"TurnInfo","event":"EndOfTurn","turn_index":0,"words":${text},"transcript":"a"}`;
      for (const part of [text, turn]) readMessage(new TextEncoder().encode(part.slice(0, MESSAGE_BYTES_MAX)));
    },
  },
  {
    name: 'a call of WhatsApp',
    files: [
      'adapters/meta/whatsapp-events.ts',
      'adapters/meta/whatsapp-templates.ts',
      'adapters/shared/channel-http/read-json.ts',
    ],
    attacks: attacks.jsonAttacks,
    run: (text: string) => {
      const message = `{"metadata":{"phone_number_id":"1"},"messages":${text}}`;
      const update = `{"object":"whatsapp_business_account","entry":[{"changes":[{"field":"messages","value":${message}}]}]}`;
      for (const part of [text, update]) readWhatsAppEvents(new TextEncoder().encode(part.slice(0, 256 * 1024)), '1');
      const components = [{ type: 'BODY', text: text.slice(0, 100_000) }];
      readTemplate({ name: 'a', language: 'en', status: 'APPROVED', category: 'UTILITY', components });
    },
  },
  {
    name: 'a call of Messenger or Instagram',
    files: ['adapters/meta/messenger-events.ts'],
    attacks: attacks.jsonAttacks,
    run: (text: string) => {
      const page = { externalId: '1', accountId: '2' };
      const read = { page: readMessengerEvents, instagram: readInstagramEvents };
      for (const [object, events] of Object.entries(read))
        for (const part of [text, `{"object":"${object}","entry":[{"id":"1","messaging":${text}}]}`])
          events(new TextEncoder().encode(part.slice(0, 256 * 1024)), page);
    },
  },
  {
    name: 'what the gateway of Discord tells',
    files: ['adapters/discord/discord-events.ts'],
    attacks: attacks.jsonAttacks,
    run: (text: string) => {
      const told = `{"op":0,"s":1,"t":"MESSAGE_CREATE","d":${text}}`;
      const message = { id: '1', channel_id: '2', type: 0, author: { id: '3' }, content: text.slice(0, 200_000) };
      readGatewayPayload(text.slice(0, 256 * 1024));
      for (const d of [readGatewayPayload(told.slice(0, 256 * 1024))?.d, message])
        readDiscordMessage(d, { externalId: '4' }, { isOnServers: true });
      const press = `{"id":"1","token":"a","type":3,"channel_id":"2","user":{"id":"3"},"data":{"component_type":2,"custom_id":"4"}`;
      const pressed = `{"op":0,"s":1,"d":${press},"message":{"components":${text}}}}`;
      readDiscordPress(readGatewayPayload(pressed.slice(0, 256 * 1024))?.d, { isOnServers: true });
    },
  },
  {
    name: 'a call of Twilio',
    files: [
      ...['sms-events', 'signed-by-twilio', 'twilio-form', 'voice-hooks'].map((name) => `adapters/twilio/${name}.ts`),
      'adapters/shared/channel-text/opt-out-words.ts',
    ],
    attacks: () => ({ ...attacks.jsonAttacks(), ...attacks.headerAttacks() }),
    run: (text: string) => {
      const sid = (kind: string) => kind + 'a'.repeat(32);
      const own = { accountId: sid('AC'), externalId: '+15550100199' };
      const known = `MessageSid=${sid('SM')}&AccountSid=${own.accountId}&From=%2B15550100&To=%2B15550100199`;
      for (const part of [
        text,
        `${known}&Body=${text}`,
        `${known}&MessageStatus=${text}`,
        '&='.repeat(90),
        '&'.repeat(200_000),
      ]) {
        const body = new TextEncoder().encode(part.slice(0, 256 * 1024));
        const hook = { url: 'https://app.example.test/hook?ref=1', headers: { 'x-twilio-signature': 'a' }, body };
        isSignedByTwilio(hook, 'token');
        readSmsEvents(hook, own);
        for (const read of [readIncomingCall, readRelayEnd, readForwardEnd]) read(body);
      }
    },
  },
  {
    name: 'what the relay of Twilio tells in a call',
    files: ['adapters/twilio/relay-messages.ts'],
    attacks: attacks.jsonAttacks,
    run: (text: string) => {
      const said = JSON.stringify(text.slice(0, 60_000));
      for (const part of [
        text,
        `{"type":"prompt","voicePrompt":${said}}`,
        `{"type":"info","name":"tokensPlayed","value":${said}}`,
      ])
        for (const most of [60_000, 39_000]) readRelayMessage(part.slice(0, most));
    },
  },
  {
    name: 'an answer for a channel',
    files: [
      ...['careful-lexer', 'grapheme-edges', 'inline-markup', 'styled-markup'].map(
        (name) => `adapters/shared/channel-text/${name}.ts`,
      ),
    ],
    attacks: attacks.markdownAttacks,
    run: (bytes: Uint8Array) => {
      const text = toStyledText(new TextDecoder().decode(bytes), []);
      splitText(text);
      fitText(text, { most: 1_000, measure: Buffer.byteLength, render: renderMarks(WHATSAPP_MARKS) });
      fitText(text, { most: 1_975, measure: (part) => part.length, render: renderDiscord });
      fitText(text, { most: 1_600, measure: smsLength, render: (part) => toSmsText(part.text) });
    },
  },
  {
    name: 'first bytes of a file',
    files: ['adapters/file-type/sniff-file-kind.ts'],
    attacks: attacks.headAttacks,
    run: async (bytes: Uint8Array) => {
      // One file a request.
      for (const name of ['a.docx', 'a.html', 'a']) {
        await sniffFileKind(bytes, name);
        await setImmediate();
      }
    },
  },
  {
    name: 'headers',
    files: ['http/client-cookie.ts', 'http/request-context.ts'],
    attacks: attacks.headerAttacks,
    run: (text: string) => {
      const headers = new Headers({ cookie: text, 'x-forwarded-for': text });
      clientTokenOf({ headers, isSecure: false } as RequestContext);
      clientAddress({ incoming: { socket: {} } } as Parameters<typeof clientAddress>[0], headers, 1);
      pickLanguage(text);
      deviceWords(text);
    },
  },
  {
    name: "a visitor's message",
    files: [
      'domain/search/search-text.rules.ts',
      'domain/lead-capture/said-contact.rules.ts',
      'domain/lead-capture/lead-keys.rules.ts',
      'domain/phone-numbers/dialed.rules.ts',
      'domain/call-consent/consent-countries.rules.ts',
      'domain/campaigns/recipient.rules.ts',
    ],
    attacks: attacks.messageAttacks,
    run: (text: string) => {
      for (const part of [text, text.slice(0, 2_000)]) readContact(part);
      mayBeCalled(text, '+12025550100');
      consentFor(text, '+12025550100');
      const lead = { phone: text, custom: { time_zone: text } };
      for (const kind of ['call', 'whatsapp'] as const) addressOf(lead, { own: '+12025550100', kind });
      zonesOf(text, lead.custom);
      smalltalkOf(text);
      searchText(text);
      nameKey(text.slice(0, limits.leadFieldCharsMax));
    },
  },
];
