import type { Region } from '@antiphon/contract/regions';
import { makeAnswerModels } from './adapters/ai-sdk/answer-models.ts';
import { makeEmbedder } from './adapters/ai-sdk/embedder.ts';
import { readPlatformKeys } from './adapters/ai-sdk/model-access.ts';
import { makeModelDispatcher, makeModelFetch } from './adapters/ai-sdk/model-fetch.ts';
import { makeModelList } from './adapters/ai-sdk/model-list.ts';
import { makeModelProbe } from './adapters/ai-sdk/model-probe.ts';
import { makePasswords } from './adapters/argon2/passwords.ts';
import { makeBuiltinModel } from './adapters/builtin-model/builtin-model.ts';
import { makeDeepgramHost } from './adapters/deepgram/deepgram.ts';
import { makeDiscord } from './adapters/discord/discord-channel.ts';
import { makeDnsLook, makeResolve } from './adapters/dns/dns-look.ts';
import { sniffFileKind } from './adapters/file-type/sniff-file-kind.ts';
import { makeFontFiles } from './adapters/fontsource/font-files.ts';
import { makeGuardedCall } from './adapters/guarded-fetch/guarded-call.ts';
import { makeGuardedConnector, makeGuardedLookup, systemResolve } from './adapters/guarded-fetch/guarded-connector.ts';
import { makeGuardedFetch } from './adapters/guarded-fetch/guarded-fetch.ts';
import { makeGuardedPost } from './adapters/guarded-fetch/guarded-post.ts';
import { makeHostProbe } from './adapters/guarded-fetch/host-probe.ts';
import { makeKeptResolve } from './adapters/guarded-fetch/kept-resolve.ts';
import { isPublicAddress } from './adapters/guarded-fetch/public-address.ts';
import { makeToolHost, withTools } from './adapters/mcp/tool-host.ts';
import { makeInstagram } from './adapters/meta/instagram-channel.ts';
import { makeMessenger } from './adapters/meta/messenger-channel.ts';
import { makeWhatsApp } from './adapters/meta/whatsapp-channel.ts';
import { makeOwnDkim } from './adapters/own-dkim/own-dkim.ts';
import { makeParsing } from './adapters/parsing/parsing.ts';
import { cleanPicture, drawPhoto } from './adapters/picture-cleaning/clean-picture.ts';
import { renderLetter } from './adapters/react-email/render-letter.ts';
import { makeResendDomains } from './adapters/resend/resend-domains.ts';
import { makeResendTransport } from './adapters/resend/resend-transport.ts';
import { makeSmtpTransport } from './adapters/smtp/smtp-transport.ts';
import { makeStripePayments } from './adapters/stripe/stripe-payments.ts';
import { makeTelegram } from './adapters/telegram/telegram-channel.ts';
import { makeSms } from './adapters/twilio/sms-channel.ts';
import { makeTwilioVoice } from './adapters/twilio/twilio-voice.ts';
import { makeVectorMemory } from './adapters/vector-memory/vector-memory.ts';
import { makePushMessages } from './adapters/web-push/make-push-messages.ts';
import { makeZipWriter } from './adapters/yazl/zip-writer.ts';
import { type Metrics, meterModels, meterVendor } from './app-metrics.ts';
import { answerFromPassages } from './domain/answers/builtin-answer.rules.ts';
import type { PaymentProvider } from './domain/payments/payments.ports.ts';
import type { SendingDomains } from './domain/sending-domains/sending-domains.ports.ts';
import type { Settings } from './settings.ts';

const CONNECT_MS = 5_000;

/** One of the process: its bound is over the agents of all regions. */
const vectorMemory = makeVectorMemory();

/** What lies outside: models, web sites, files. */
export function makeVendors(settings: Settings, region: Region, metrics: Metrics | null) {
  const vendors = joinVendors(settings, region);
  if (!metrics) return vendors;
  return {
    ...vendors,
    models: meterModels(vendors.models, metrics),
    embedder: meterVendor(vendors.embedder, 'embedder', metrics),
    postOut: meterVendor(vendors.postOut, 'webhooks', metrics),
    callOut: meterVendor(vendors.callOut, 'functions', metrics),
    toolHost: meterVendor(vendors.toolHost, 'tools', metrics),
    fontFiles: meterVendor(vendors.fontFiles, 'fonts', metrics),
    pushMessages: meterVendor(vendors.pushMessages, 'push', metrics),
    fetchPage: meterVendor(vendors.fetchPage, 'websites', metrics),
    emailTransport: meterVendor(vendors.emailTransport, 'mail', metrics),
    payments: meterVendor(vendors.payments, 'payments', metrics),
    channels: {
      telegram: meterVendor(vendors.channels.telegram, 'telegram', metrics),
      whatsapp: meterVendor(vendors.channels.whatsapp, 'whatsapp', metrics),
      messenger: meterVendor(vendors.channels.messenger, 'messenger', metrics),
      instagram: meterVendor(vendors.channels.instagram, 'instagram', metrics),
      discord: meterVendor(vendors.channels.discord, 'discord', metrics),
      sms: meterVendor(vendors.channels.sms, 'sms', metrics),
    },
    telephony: meterVendor(vendors.telephony, 'phone', metrics),
  };
}

function joinVendors(settings: Settings, region: Region) {
  // What a model's host may be is nothing that pages are read from, nor that webhooks are posted to.
  const { outboundAllow, outboundAllowSites: allowed } = settings;
  // A turn waits for a model's host: it does not wait for its name as well.
  const resolve = makeKeptResolve(systemResolve);
  const trusted = { resolve, allowed: new Set(outboundAllow) };
  const lookup = makeGuardedLookup(resolve, () => true) as never;
  const connect = makeGuardedConnector({ ...trusted, timeoutMs: CONNECT_MS });
  const callOut = makeGuardedCall({ allowed });
  const toolHost = makeToolHost(callOut);
  const fetchPage = makeGuardedFetch({ allowed, contact: settings.publicUrl ?? 'https://localhost' });
  const hosts = {
    environment: {
      openaiKey: settings.OPENAI_API_KEY,
      openaiBaseURL: settings.OPENAI_BASE_URL,
      anthropicKey: settings.ANTHROPIC_API_KEY,
      googleKey: settings.GOOGLE_GENERATIVE_AI_API_KEY,
      openaiCompatible: { baseURL: settings.OPENAI_COMPATIBLE_BASE_URL, key: settings.OPENAI_COMPATIBLE_API_KEY },
    },
    builtin: makeBuiltinModel(answerFromPassages),
    platformFetch: makeModelFetch(
      makeModelDispatcher({ connectMs: CONNECT_MS, connect: { timeout: CONNECT_MS, lookup } }),
    ),
    customerFetch: makeModelFetch(makeModelDispatcher({ connectMs: CONNECT_MS, connect })),
  };
  return {
    makeArchiveWriter: makeZipWriter,
    models: makeAnswerModels(hosts),
    embedder: makeEmbedder(hosts),
    vectorMemory,
    modelProbe: makeModelProbe(hosts),
    modelList: makeModelList(hosts),
    platformKeys: readPlatformKeys(hosts.environment),
    postOut: makeGuardedPost({ allowed }),
    callOut: withTools(callOut, toolHost),
    toolHost,
    pushMessages: makePushMessages(settings.publicUrl ?? `mailto:push@${settings.PLATFORM_ROOT_DOMAIN}`),
    fetchPage,
    fontFiles: makeFontFiles({ source: settings.FONT_SOURCE_URL, fetchPage }),
    ...makeEdge(settings),
    ...makeParsing(),
    sniffFileKind,
    cleanPicture,
    drawPhoto,
    renderLetter,
    passwords: makePasswords(),
    emailTransport: makeEmailTransport(settings),
    sendingDomains: makeSendingDomains(settings),
    payments: makePayments(settings, region),
    channels: {
      telegram: makeTelegram({ baseUrl: settings.TELEGRAM_API_URL }),
      whatsapp: makeWhatsApp({ baseUrl: settings.META_GRAPH_URL }),
      messenger: makeMessenger({ baseUrl: settings.META_GRAPH_URL }),
      instagram: makeInstagram({ baseUrl: settings.META_GRAPH_URL }),
      discord: makeDiscord({ baseUrl: settings.DISCORD_API_URL, contact: settings.publicUrl ?? 'https://localhost' }),
      sms: makeSms({ baseUrl: settings.TWILIO_API_URL }),
    },
    telephony: makeTwilioVoice({ baseUrl: settings.TWILIO_API_URL }),
    speech: { deepgram: makeDeepgramHost(settings.DEEPGRAM_API_URL) },
  };
}

/** How domains of agencies are looked at. Inside, servers of a zone are asked only where the operator lets sites be reached. */
function makeEdge({ edge, outboundAllowSites }: Settings) {
  const { servers, port } = edge.dns;
  const allowed = new Set(outboundAllowSites);
  const isAllowed = (address: string) => allowed.has(`${address}:${port}`) || allowed.has(`[${address}]:${port}`);
  const dnsLook = makeDnsLook({ servers, port, mayAsk: (address) => isPublicAddress(address) || isAllowed(address) });
  const resolve = servers.length > 0 ? makeResolve(dnsLook) : systemResolve;
  return { dnsLook, hostProbe: makeHostProbe({ edgeAddresses: edge.addresses, port: edge.httpsPort, resolve }) };
}

function makeEmailTransport(settings: Settings) {
  const { SMTP_URL: url, RESEND_API_KEY: apiKey, RESEND_BASE_URL: baseUrl, EMAIL_FROM: from } = settings;
  if (url) return makeSmtpTransport({ url, from });
  return apiKey ? makeResendTransport({ apiKey, from, baseUrl }) : null;
}

/** Of whoever sends: a mail server of our own keeps no keys of other people's domains. */
function makeSendingDomains(settings: Settings): SendingDomains {
  const { SMTP_URL: url, RESEND_API_KEY: apiKey, RESEND_BASE_URL: baseUrl } = settings;
  if (url === '' && apiKey !== '') return makeResendDomains({ apiKey, baseUrl });
  return makeOwnDkim({ spfInclude: settings.SMTP_SPF_INCLUDE, returnPathHost: settings.SMTP_RETURN_PATH_HOST });
}

/** Null: nobody can pay in this region. */
function makePayments({ payments }: Settings, region: Region): PaymentProvider | null {
  const found = payments[region];
  return found && makeStripePayments(found);
}
