import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgentSettings } from '@antiphon/contract/agents';
import { Report } from '@antiphon/contract/analytics';
import { getTableColumns } from 'drizzle-orm';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { conversationFacts } from '../../src/db/schema/analytics.ts';
import { agentDailyCounts } from '../../src/db/schema/conversations.ts';

// A setting that nothing reads, and a figure that nobody is shown, promise what is not kept. Each has its row here: where it is
// used, beyond being stored or handed on.

const root = join(import.meta.dirname, '../../..');

/** The paths of what a schema holds: `handoff.email`. A list, and whatever is no object, is one of them. */
function leavesOf(schema: z.ZodType, path = ''): string[] {
  const bare = (one: z.ZodType): z.ZodType =>
    one instanceof z.ZodDefault || one instanceof z.ZodPrefault || one instanceof z.ZodNullable
      ? bare(one.unwrap() as z.ZodType)
      : one;
  const inner = bare(schema);
  if (!(inner instanceof z.ZodObject)) return [path];
  return Object.entries(inner.shape).flatMap(([key, value]) =>
    leavesOf(value as z.ZodType, path === '' ? key : `${path}.${key}`),
  );
}

/** The file, and where the name alone says too little the words that it is read by. */
type Place = string | readonly [file: string, words: string];
type Places = Record<string, Place>;
const at = (place: Place, leaf: string) =>
  typeof place === 'string' ? ([place, leaf.split('.').at(-1)] as const) : place;
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** What has no row, a row of nothing, and rows whose file does not name it. */
function complaints(leaves: readonly string[], places: Places, textOf: (file: string) => string): string[] {
  const missing = leaves.filter((leaf) => !(leaf in places)).map((leaf) => `${leaf}: used nowhere`);
  const gone = Object.keys(places).filter((leaf) => !leaves.includes(leaf));
  const idle = Object.entries(places).flatMap(([leaf, place]) => {
    const [file, words = leaf] = at(place, leaf);
    return new RegExp(`\\b${words}\\b`).test(textOf(file)) ? [] : [`${leaf}: ${file} does not read it`];
  });
  return [...missing, ...gone.map((leaf) => `${leaf}: is no more`), ...idle];
}

const domain = (file: string) => `server/src/domain/${file}`;
const frame = (file: string) => `widget/src/frame/${file}`;

const SETTINGS: Places = {
  title: frame('parts/header.tsx'),
  description: domain('answers/answer.rules.ts'),
  roundedImageURL: frame('parts/avatar.tsx'),
  lang: frame('main.tsx'),
  'model.provider': domain('credentials/open-answer-model.ts'),
  'model.model': domain('credentials/open-answer-model.ts'),
  'model.credentialId': domain('credentials/open-answer-model.ts'),
  'model.fallbacks': domain('answers/model-chain.rules.ts'),
  'model.temperature': domain('credentials/open-answer-model.ts'),
  'model.maxOutputTokens': domain('credentials/open-answer-model.ts'),
  systemPrompt: domain('answers/answer.rules.ts'),
  greeting: domain('conversations/start-conversation.ts'),
  suggestedQuestions: frame('parts/message-list.tsx'),
  translations: 'contract/src/visitor-texts.ts',
  'knowledge.passagesMax': domain('turns/prepare-reply.ts'),
  'knowledge.showSources': domain('turns/write-reply.ts'),
  'knowledge.embeddingModel': domain('turns/prepare-reply.ts'),
  'guardrails.masks.cards': domain('guardrails/mask-text.rules.ts'),
  'guardrails.masks.ibans': domain('guardrails/mask-text.rules.ts'),
  'guardrails.masks.emails': domain('guardrails/mask-text.rules.ts'),
  'guardrails.masks.phones': domain('guardrails/mask-text.rules.ts'),
  'guardrails.topics': domain('turns/answer-at-once.ts'),
  'guardrails.linkHosts': domain('guardrails/guard-reply.ts'),
  'guardrails.names': domain('guardrails/guard-reply.ts'),
  'guardrails.keepsInstructions': domain('guardrails/guard-reply.ts'),
  'guardrails.hidesSecrets': domain('guardrails/guard-reply.ts'),
  'guardrails.whenBroken': domain('turns/ask-model.ts'),
  'guardrails.instead': domain('guardrails/guard-reply.ts'),
  'handoff.isEnabled': domain('turns/handoff-request.rules.ts'),
  'handoff.email': [domain('notifications/mail-contact.ts'), 'settings.handoff.email'],
  'handoff.isSmart': domain('turns/handoff-request.rules.ts'),
  'handoff.phrases': domain('turns/handoff-request.rules.ts'),
  'handoff.giveBackMinutes': domain('handoffs/claim-conversation.ts'),
  'handoff.scheduleId': domain('schedules/people-hours.ts'),
  functions: domain('function-calls/decide-action.ts'),
  'flow.schema': 'contract/src/flow-parts.ts',
  'flow.variables': [domain('flows/step-flow.rules.ts'), 'flow.variables'],
  'flow.sections': domain('flows/step-flow.rules.ts'),
  'voice.isEnabled': domain('calls/open-call.ts'),
  'voice.provider': domain('calls/choose-speech.ts'),
  'voice.credentialId': domain('calls/choose-speech.ts'),
  'voice.voice': domain('calls/take-call.ts'),
  'voice.speed': domain('calls/take-call.ts'),
  'voice.greeting': domain('calls/begin-talk.ts'),
  'voice.maxMinutes': domain('calls/run-call.ts'),
  'voice.recording': domain('calls/open-call.ts'),
  'voice.recordingDays': domain('calls/record-call.ts'),
  leadFields: domain('conversations/capture-contact.ts'),
  'theme.theme': frame('theme.ts'),
  'theme.customThemeJSONString': frame('theme.ts'),
  'theme.fontFamily': frame('theme.ts'),
  'theme.render': 'widget/src/loader/widget.ts',
  'theme.proactiveMessage': 'widget/src/loader/widget.ts',
  'theme.autoStartWidget': 'widget/src/loader/widget.ts',
  'theme.recordChatHistory': frame('chat/chat.ts'),
  'theme.enableGeoAnalytics': domain('conversations/start-conversation.ts'),
  'theme.ADVANCED_customCSS': frame('main.tsx'),
  'theme.acceptsFiles': frame('parts/composer.tsx'),
  'limits.messagesLimit': 'server/src/db/functions/accept_message.sql',
  'limits.monthlyCredits': domain('turns/begin-reply.ts'),
  'privacy.showsAiNotice': frame('notice.ts'),
  'privacy.aiNotice': frame('notice.ts'),
  'privacy.policyUrl': frame('notice.ts'),
  'privacy.recordsPages': domain('conversations/start-conversation.ts'),
};

const words = 'web/src/features/analytics/parts/report-words.ts';
const charts = 'web/src/features/analytics/parts/report-charts.tsx';
const figures = 'web/src/features/analytics/parts/report-figures.tsx';

const SHOWN: Places = {
  'totals.conversations': words,
  'totals.messages': words,
  'totals.ended': words,
  'totals.resolved': words,
  'totals.handoffs': words,
  'totals.claimed': charts,
  'totals.ratingsUp': words,
  'totals.ratingsDown': words,
  'totals.ratings': words,
  'totals.stars': words,
  'totals.thumbsUp': words,
  'totals.thumbsDown': words,
  'totals.leads': words,
  'totals.unknown': words,
  'totals.replies': words,
  'totals.operatorMessages': words,
  'totals.firstResponseP50Ms': words,
  'totals.firstResponseP90Ms': figures,
  'totals.claimP50Ms': words,
  'totals.claimP90Ms': figures,
  unit: charts,
  points: charts,
  hours: charts,
  channels: charts,
  loads: figures,
  waiting: 'web/src/features/analytics/home-page.tsx',
};

/** What is counted in rows reaches a report, or a limit that is shown. */
const REPORTED = domain('analytics/analytics.queries.ts');
const KEYS = ['conversationId', 'workspaceUid', 'agentId', 'day'];
const counted = [conversationFacts, agentDailyCounts]
  .flatMap((table) => Object.keys(getTableColumns(table)))
  .filter((name) => !KEYS.includes(name));
const COUNTED: Places = Object.fromEntries(counted.map((name) => [name, REPORTED]));
// Of a day's messages: what an agent may still answer this month.
COUNTED.messages = domain('conversations/conversations.queries.ts');

const shown = leavesOf(Report).filter((leaf) => !leaf.startsWith('previous.'));

test('every setting of an agent is read where it takes effect', () => {
  expect(complaints(leavesOf(AgentSettings), SETTINGS, read)).toEqual([]);
});

test('every figure of a report is shown', () => {
  expect(complaints(shown, SHOWN, read)).toEqual([]);
});

test('everything that is counted reaches a report', () => {
  expect(complaints(counted, COUNTED, read)).toEqual([]);
});

test('planted: a setting that nothing reads, and one whose reader forgot it', () => {
  const planted = AgentSettings.extend({ handoff: z.object({ email: z.string(), pager: z.string() }) });
  const found = complaints(leavesOf(planted), SETTINGS, (file) => read(file).replaceAll('handoff.email', ''));
  expect(found).toContain('handoff.pager: used nowhere');
  expect(found).toContain(`handoff.email: ${SETTINGS['handoff.email']?.[0]} does not read it`);
});
