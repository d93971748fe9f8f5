import { oc } from '@orpc/contract';
import * as z from 'zod';
import { SpeechHost } from './credentials.ts';
import { Flow } from './flow-parts.ts';
import { Guardrails } from './guardrails.ts';
import { AgentId, CredentialId, FunctionId, ScheduleId, WorkspaceUid } from './ids.ts';
import { LeadFields } from './leads.ts';
import { limits } from './limits.ts';
import { PageQuery, page } from './paging.ts';
import { DEFAULT_TEXTS } from './visitor-texts.ts';

export const ModelProvider = z.enum(['builtin', 'openai', 'anthropic', 'google', 'openai-compatible']);
export type ModelProvider = z.infer<typeof ModelProvider>;
export const RenderMode = z.enum(['bottom-left', 'bottom-right', 'popup', 'full-width']);
export type RenderMode = z.infer<typeof RenderMode>;
export const ColorTheme = z.enum(['light', 'dark', 'system']);

/** `primary` and `nineColorPallet` hold HSL triples such as `222 58% 43%`; the field names are the specification's. */
export const CustomTheme = z.object({
  primary: z.string().max(40),
  nineColorPallet: z.array(z.string().max(40)).max(10),
  themeType: z.string().max(20).optional(),
});
export type CustomTheme = z.infer<typeof CustomTheme>;

const httpsUrl = z
  .string()
  .max(2_000)
  .refine((value) => value === '' || /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)[:/]|\/)/.test(value), {
    message: 'Use an https address.',
  });

/** A model and the key that it is asked with. */
export const FallbackModel = z.object({
  provider: ModelProvider,
  model: z.string().max(120),
  /** A credential of the workspace; null uses the platform's own key, where there is one. */
  credentialId: CredentialId.nullable().default(null),
});
export type FallbackModel = z.infer<typeof FallbackModel>;

export const ModelSettings = z.object({
  provider: ModelProvider.default('builtin'),
  model: z.string().max(120).default('builtin'),
  /** A credential of the workspace; null uses the platform's own key, where there is one. */
  credentialId: CredentialId.nullable().default(null),
  temperature: z.number().min(0).max(2).default(0.2),
  maxOutputTokens: z.number().int().min(32).max(8_192).default(800),
  /** Asked in this order where the model before fails, or says nothing for 8 seconds; after them the built-in model answers. */
  fallbacks: z.array(FallbackModel).max(limits.fallbackModelsMax).default([]),
});
export type ModelSettings = z.infer<typeof ModelSettings>;

const SuggestedQuestions = z.array(z.string().trim().min(1).max(120)).max(limits.suggestedQuestionsMax).default([]);

/** What visitors of one language read. What is empty is said as by default. */
export const Translation = z.object({
  greeting: z.string().max(1_000).default(''),
  suggestedQuestions: SuggestedQuestions,
  proactiveMessage: z.string().max(300).default(''),
  aiNotice: z.string().max(200).default(''),
  formOffer: z.string().max(300).default('').describe('Above the button that offers to leave an address'),
  formAway: z.string().max(300).default('').describe('Above the form, where nobody is online'),
});
export type Translation = z.infer<typeof Translation>;

/** A function that an agent may call, as it was published with that revision; and how often. */
export const BoundFunction = z.object({
  functionId: FunctionId,
  revision: z.number().int().min(1).max(1_000_000),
  who: z.enum(['anyone']).default('anyone').describe('For which visitors'),
  callsPerConversation: z.number().int().min(1).max(100).default(10),
  callsPerMinute: z
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(60)
    .describe('In all conversations of the agent together'),
  callsPerDay: z.number().int().min(1).max(1_000_000).default(1_000).describe('The same; a day is one of UTC'),
});
export type BoundFunction = z.infer<typeof BoundFunction>;

/** How it is talked to. */
export const VoiceSettings = z.object({
  /** Visitors can call it from the chat. */
  isEnabled: z.boolean().default(false),
  /** Who listens and speaks: the visitor's browser, or a provider of speech by a key of the workspace. */
  provider: z.enum(['browser', ...SpeechHost.options]).default('browser'),
  /** Of that provider. Without one the browser listens and speaks. */
  credentialId: CredentialId.nullable().default(null),
  /** By its name, of a provider's by its id; empty: one that fits the language. */
  voice: z.string().max(120).default(''),
  /** 1 is as usual. */
  speed: z.number().min(0.5).max(2).default(1),
  /** Said first; empty: the greeting of the chat. */
  greeting: z.string().max(500).default(''),
  maxMinutes: z.number().int().min(1).max(limits.callMinutesMax).default(15),
  /** Whether calls are recorded, where their caller agrees; of those in the visitor's browser no sound comes to us. */
  recording: z.enum(['off', 'on']).default('off'),
  /** How long a recording is kept. */
  recordingDays: z.number().int().min(1).max(limits.recordingDaysMax).default(30),
});
export type VoiceSettings = z.infer<typeof VoiceSettings>;

/** Which published version visitors get: `live`, or where it is switched on `staging` on pages that ask for it. */
export const AgentEnvironment = z.enum(['live', 'staging']);
export type AgentEnvironment = z.infer<typeof AgentEnvironment>;

/** Everything that makes an agent what it is. Draft and published copy are two such documents. */
export const AgentSettings = z.object({
  title: z.string().trim().min(1, 'Please give the agent a name.').max(80),
  description: z.string().max(500).default(''),
  roundedImageURL: httpsUrl.default(''),
  lang: z.string().max(12).default('automatic'),
  model: ModelSettings.prefault({}),
  systemPrompt: z.string().max(limits.systemPromptCharsMax).default(''),
  greeting: z.string().max(1_000).default(DEFAULT_TEXTS.greeting),
  suggestedQuestions: SuggestedQuestions,
  /** By language, such as `de` or `pt-BR`. */
  translations: z
    .record(z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$/, 'Use a language such as de or pt-BR.'), Translation)
    .refine(
      (given) => Object.keys(given).length <= limits.translationsMax,
      `An agent may have at most ${limits.translationsMax} languages.`,
    )
    .default({}),
  knowledge: z
    .object({
      passagesMax: z.number().int().min(1).max(20).default(6),
      showSources: z.boolean().default(true),
      embeddingModel: z.string().max(120).default(''),
    })
    .prefault({}),
  handoff: z
    .object({
      isEnabled: z.boolean().default(true),
      email: z.string().max(200).default(''),
      /** Asks for a person by itself, where it did not know twice in a row or the visitor asks for one in words. */
      isSmart: z.boolean().default(true),
      /** Words of a visitor's message upon which a person is asked for. */
      phrases: z
        .array(z.string().trim().min(1).max(limits.handoffPhraseCharsMax))
        .max(limits.handoffPhrasesMax)
        .default([]),
      /** An operator who is silent for this long gives the conversation back. */
      giveBackMinutes: z.number().int().min(1).max(limits.giveBackMinutesMax).default(limits.giveBackMinutesDefault),
      /** When people can be asked for: a schedule of the workspace; null is always. */
      scheduleId: ScheduleId.nullable().default(null),
    })
    .prefault({}),
  /** What it may look up or do in other systems. */
  functions: z
    .array(BoundFunction)
    .max(limits.agentFunctionsMax, `An agent may have at most ${limits.agentFunctionsMax} functions.`)
    .default([]),
  /** How a conversation goes; null: the greeting, then the prompt. */
  flow: Flow.nullable().default(null),
  voice: VoiceSettings.prefault({}),
  /** What is masked, refused and never said. */
  guardrails: Guardrails.prefault({}),
  /** What is noted of visitors; what is not listed is not. */
  leadFields: LeadFields,
  theme: z
    .object({
      theme: ColorTheme.default('system'),
      customThemeJSONString: z.string().max(4_000).default(''),
      fontFamily: z.string().max(80).default(''),
      render: RenderMode.default('bottom-right'),
      proactiveMessage: z.string().max(300).default(DEFAULT_TEXTS.greeting),
      autoStartWidget: z.boolean().default(false),
      recordChatHistory: z.boolean().default(true),
      enableGeoAnalytics: z.boolean().default(false),
      ADVANCED_customCSS: z.string().max(limits.customCssCharsMax).default(''),
      acceptsFiles: z.boolean().default(true),
    })
    .prefault({}),
  limits: z
    .object({
      /** Visitor messages a month; null is no limit. */
      messagesLimit: z.number().int().min(1).max(10_000_000).nullable().default(null),
      /** Whole credits a month; null is no limit. */
      monthlyCredits: z.number().int().min(1).max(100_000_000).nullable().default(null),
    })
    .prefault({}),
  privacy: z
    .object({
      showsAiNotice: z.boolean().default(true),
      aiNotice: z.string().max(200).default(DEFAULT_TEXTS.aiNotice),
      policyUrl: httpsUrl.default(''),
      /** Conversations keep the pages that the visitor wrote from, their referrer, kind of device and time zone. */
      recordsPages: z.boolean().default(true),
    })
    .prefault({}),
});
export type AgentSettings = z.infer<typeof AgentSettings>;

export const AgentAbilities = z.object({
  canWrite: z.boolean(),
  canPublish: z.boolean(),
  canReply: z.boolean(),
  canTeach: z.boolean().describe('Change what it knows'),
});
export type AgentAbilities = z.infer<typeof AgentAbilities>;

export const AgentSummary = z.object({
  ID: AgentId,
  ownerID: WorkspaceUid,
  title: z.string(),
  description: z.string(),
  roundedImageURL: z.string(),
  isPublished: z.boolean(),
  hasUnpublishedChanges: z.boolean(),
  tags: z.array(z.string()),
  documents: z.number().int(),
  conversations: z.number().int(),
  recentConversations: z.number().int().describe('Conversations of visitors with a message in the last 30 days'),
  ts: z.number().int().describe('Unix seconds of creation'),
  lastModified: z.number().int().describe('Unix seconds'),
});
export type AgentSummary = z.infer<typeof AgentSummary>;

export const Agent = AgentSummary.extend({
  settings: AgentSettings.describe('The working copy'),
  draftRevision: z.number().int().describe('Grows with every save; send it back to save'),
  published: AgentSettings.nullable().describe('In the environment that publishing moves'),
  publishedVersion: z.number().int().nullable().describe('Of `live`'),
  stagingVersion: z.number().int().nullable().describe('Publishing moves `staging` alone; null where that is off'),
  lastModifiedBy: z.string().optional().describe('Who saved the working copy last; only where one agent is read'),
  isLastModifiedByMe: z.boolean().optional().describe('Whether that was the caller; only where one agent is read'),
  abilities: AgentAbilities,
});
export type Agent = z.infer<typeof Agent>;

export const AgentVersion = z.object({
  number: z.number().int(),
  note: z.string(),
  author: z.string(),
  createdAt: z.iso.datetime(),
  isPublished: z.boolean().describe('It is live'),
  isStaging: z.boolean(),
});
export type AgentVersion = z.infer<typeof AgentVersion>;

/** A label that sorts agents; compared as it is written, without space around it. */
export const AgentTag = z.string().trim().min(1).max(limits.tagCharsMax);

export const AgentSort = z.enum(['created', 'changed', 'title']);
export type AgentSort = z.infer<typeof AgentSort>;
export const AgentPublication = z.enum(['published', 'changed', 'draft']);
export type AgentPublication = z.infer<typeof AgentPublication>;

/** In the trash: restorable until `purgedAt`. */
export const TrashedAgent = z.object({
  ID: AgentId,
  title: z.string(),
  roundedImageURL: z.string(),
  deletedAt: z.iso.datetime(),
  purgedAt: z.iso.datetime(),
});
export type TrashedAgent = z.infer<typeof TrashedAgent>;

/** What an integer column holds. */
const COUNT_MAX = 2_147_483_647;

const agent = z.object({ id: AgentId });
const override = z
  .boolean()
  .default(false)
  .describe('Although its tests do not pass; it is written down. Clients cannot');
const route = (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Agents'], successStatus: 200 });

export const agentsContract = {
  list: route('GET', '/v2/workspaces/{uid}/agents', 'List agents')
    .input(
      PageQuery.extend({
        uid: WorkspaceUid,
        search: z.string().max(100).optional().describe('Part of the name'),
        sort: AgentSort.default('created').describe('Newest, last changed, or by name'),
        tag: AgentTag.optional(),
        state: AgentPublication.optional().describe('`changed`: published, with changes since'),
      }),
    )
    .output(page(AgentSummary).extend({ total: z.number().int().describe('Agents that the filters let through') })),
  listTags: route('GET', '/v2/workspaces/{uid}/agent-tags', 'List the tags in use, with the number of their agents')
    .input(z.object({ uid: WorkspaceUid }))
    .output(z.object({ items: z.array(z.object({ tag: z.string(), agents: z.number().int() })) })),
  listTrash: route('GET', '/v2/workspaces/{uid}/trash/agents', 'List deleted agents, the last deleted first')
    .input(PageQuery.extend({ uid: WorkspaceUid, id: AgentId.optional().describe('This agent alone') }))
    .output(page(TrashedAgent)),
  create: oc
    .route({
      method: 'POST',
      path: '/v2/workspaces/{uid}/agents',
      summary: 'Create an agent',
      tags: ['Agents'],
      successStatus: 201,
    })
    .input(z.object({ uid: WorkspaceUid, title: z.string().trim().min(1).max(80) }))
    .output(Agent),
  get: route('GET', '/v2/agents/{id}', 'Get an agent').input(agent).output(Agent),
  update: route('POST', '/v2/agents/{id}', 'Save the working copy')
    .input(agent.extend({ settings: AgentSettings, draftRevision: z.number().int().min(1).max(COUNT_MAX) }))
    .output(Agent),
  delete: route('DELETE', '/v2/agents/{id}', 'Move an agent to the trash, where it stays 30 days')
    .input(agent)
    .output(z.object({ success: z.literal(true) })),
  restore: route('POST', '/v2/agents/{id}/restore', 'Take an agent out of the trash').input(agent).output(Agent),
  duplicate: oc
    .route({
      method: 'POST',
      path: '/v2/agents/{id}/duplicate',
      summary: 'Copy an agent with its settings and documents, unpublished',
      tags: ['Agents'],
      successStatus: 201,
    })
    .input(agent)
    .output(Agent),
  setTags: route('POST', '/v2/agents/{id}/tags', "Replace an agent's tags")
    .input(agent.extend({ tags: z.array(AgentTag).max(limits.tagsMax) }))
    .output(z.object({ tags: z.array(z.string()) })),
  saveBackup: route('POST', '/rpc/saveAgentBackup', 'Make sure that the published copy stands in the version history')
    .input(z.object({ agentId: AgentId, workspaceId: WorkspaceUid }))
    .output(z.object({ success: z.literal(true), version: AgentVersion })),
  testModel: route(
    'POST',
    '/v2/agents/{id}/model-test',
    'Ask a model for one word, with the key that the agent would use',
  )
    .input(agent.extend({ ...FallbackModel.shape, model: z.string().trim().min(1).max(120) }))
    .output(z.object({ success: z.boolean(), message: z.string(), ms: z.number().int() })),
  publish: route('POST', '/v2/agents/{id}/publish', 'Publish the working copy: to `staging`, where that is on')
    .input(agent.extend({ note: z.string().max(500).default(''), override }))
    .output(Agent),
  listVersions: route('GET', '/v2/agents/{id}/versions', 'List the published versions, newest first')
    .input(agent)
    .output(z.object({ items: z.array(AgentVersion) })),
  getVersion: route('GET', '/v2/agents/{id}/versions/{number}', 'Get the settings of one version')
    .input(agent.extend({ number: z.coerce.number().int().min(1).max(COUNT_MAX) }))
    .output(AgentVersion.extend({ settings: AgentSettings })),
  restoreVersion: route(
    'POST',
    '/v2/agents/{id}/versions/{number}/restore',
    'Publish an earlier version as a new one, to `live`',
  )
    .input(agent.extend({ number: z.coerce.number().int().min(1).max(COUNT_MAX), override }))
    .output(Agent),
  setStaging: route('POST', '/v2/agents/{id}/staging', 'Switch `staging` on or off')
    .input(agent.extend({ isOn: z.boolean() }))
    .output(Agent),
  promote: route('POST', '/v2/agents/{id}/promote', 'Make the version of `staging` live')
    .input(
      agent.extend({
        version: z
          .number()
          .int()
          .min(1)
          .max(COUNT_MAX)
          .describe('That was looked at: refused where staging has another'),
      }),
    )
    .output(Agent),
};
