import type { AgentSettings, BoundFunction, FallbackModel, VoiceSettings } from '@antiphon/contract/agents';
import type { Guardrails, RefusedTopic } from '@antiphon/contract/guardrails';
import type texts from '../../texts/en/working-copy.json';
import { say } from '../../texts/texts.ts';
import { formatCount, formatLanguage } from '../../ui/format/format.ts';
import { providerNames } from '../credentials/provider-names.ts';

/** One field that differs. `long` texts are worth a line by line comparison. */
export interface Change {
  path: string;
  /** Where it is edited, and what it is called there. */
  place: string;
  label: string;
  before: string;
  after: string;
  kind: 'short' | 'long';
}

interface Field {
  place: keyof typeof texts.places;
  label: keyof typeof texts.fields;
  kind?: 'long';
  words?: (value: never) => string;
}

const yesNo = (value: boolean) => say('working-copy', value ? 'on' : 'off');
const orNoLimit = (value: number | null) => (value === null ? say('working-copy', 'noLimit') : formatCount(value));
const orPlatform = (value: string | null) => value ?? say('working-copy', 'platformKey');

const orAnyHour = (value: string | null) => value ?? say('working-copy', 'anyHour');

const asLabels = (given: readonly { label: string; choices: string[] }[]) =>
  given.map(({ label, choices }) => [label, ...choices].join(', ')).join('\n');

const asModels = (given: readonly FallbackModel[]) =>
  given
    .map(({ provider, model, credentialId }) => [provider, model, ...(credentialId ? [credentialId] : [])].join(', '))
    .join('\n');

/** By their ids: names are not known here. */
const asFunctions = (given: readonly BoundFunction[]) =>
  given
    .map(({ functionId: id, revision, ...calls }) =>
      say('working-copy', 'boundFunction', {
        ...{
          id,
          revision,
          conversation: calls.callsPerConversation,
          minute: calls.callsPerMinute,
          day: calls.callsPerDay,
        },
      }),
    )
    .join('\n');

const asTopics = (given: readonly RefusedTopic[]) =>
  given.map(({ name, examples, answer }) => [name, ...examples, answer].join('\n')).join('\n\n');

const asSpeech = (value: VoiceSettings['provider']) =>
  value === 'browser' ? say('working-copy', 'speech.browser') : providerNames[value];
const orNoKey = (value: string | null) => value ?? say('working-copy', 'speech.none');
const asBroken = (value: Guardrails['whenBroken']) => say('working-copy', `broken.${value}`);

/** Every field of the settings document, in the order of the tabs. */
export const fields: Record<string, Field> = {
  title: { place: 'overview', label: 'title' },
  description: { place: 'overview', label: 'description' },
  roundedImageURL: { place: 'overview', label: 'picture' },
  'model.provider': { place: 'prompt', label: 'provider' },
  'model.model': { place: 'prompt', label: 'model' },
  'model.credentialId': { place: 'prompt', label: 'credential', words: orPlatform },
  'model.fallbacks': { place: 'prompt', label: 'fallbacks', kind: 'long', words: asModels },
  'model.temperature': { place: 'prompt', label: 'temperature' },
  'model.maxOutputTokens': { place: 'prompt', label: 'maxOutputTokens' },
  systemPrompt: { place: 'prompt', label: 'systemPrompt', kind: 'long' },
  greeting: { place: 'prompt', label: 'greeting', kind: 'long' },
  flow: { place: 'canvas', label: 'flow', kind: 'long', words: (flow) => JSON.stringify(flow) },
  suggestedQuestions: { place: 'prompt', label: 'suggestedQuestions', kind: 'long' },
  lang: { place: 'settings', label: 'lang' },
  'knowledge.passagesMax': { place: 'settings', label: 'passagesMax' },
  'knowledge.showSources': { place: 'settings', label: 'showSources', words: yesNo },
  'knowledge.embeddingModel': { place: 'settings', label: 'embeddingModel' },
  'handoff.isEnabled': { place: 'settings', label: 'handoff', words: yesNo },
  'handoff.email': { place: 'settings', label: 'handoffEmail' },
  'handoff.isSmart': { place: 'settings', label: 'handoffSmart', words: yesNo },
  'handoff.phrases': { place: 'settings', label: 'handoffPhrases', kind: 'long' },
  'handoff.scheduleId': { place: 'settings', label: 'schedule', words: orAnyHour },
  'handoff.giveBackMinutes': { place: 'settings', label: 'giveBackMinutes' },
  functions: { place: 'settings', label: 'functions', kind: 'long', words: asFunctions },
  'guardrails.masks.cards': { place: 'settings', label: 'maskCards', words: yesNo },
  'guardrails.masks.ibans': { place: 'settings', label: 'maskIbans', words: yesNo },
  'guardrails.masks.emails': { place: 'settings', label: 'maskEmails', words: yesNo },
  'guardrails.masks.phones': { place: 'settings', label: 'maskPhones', words: yesNo },
  'guardrails.topics': { place: 'settings', label: 'topics', kind: 'long', words: asTopics },
  'guardrails.linkHosts': { place: 'settings', label: 'linkHosts', kind: 'long' },
  'guardrails.names': { place: 'settings', label: 'guardedNames', kind: 'long' },
  'guardrails.keepsInstructions': { place: 'settings', label: 'keepsInstructions', words: yesNo },
  'guardrails.hidesSecrets': { place: 'settings', label: 'hidesSecrets', words: yesNo },
  'guardrails.whenBroken': { place: 'settings', label: 'whenBroken', words: asBroken },
  'guardrails.instead': { place: 'settings', label: 'instead', kind: 'long' },
  'voice.isEnabled': { place: 'voice', label: 'voiceEnabled', words: yesNo },
  'voice.provider': { place: 'voice', label: 'voiceProvider', words: asSpeech },
  'voice.credentialId': { place: 'voice', label: 'voiceKey', words: orNoKey },
  'voice.voice': { place: 'voice', label: 'voiceName' },
  'voice.speed': { place: 'voice', label: 'voiceSpeed' },
  'voice.greeting': { place: 'voice', label: 'voiceGreeting', kind: 'long' },
  'voice.maxMinutes': { place: 'voice', label: 'voiceMinutes' },
  'voice.recording': { place: 'voice', label: 'voiceRecording', words: (value) => yesNo(value === 'on') },
  'voice.recordingDays': { place: 'voice', label: 'voiceRecordingDays' },
  leadFields: { place: 'settings', label: 'leadFields', kind: 'long', words: asLabels },
  'limits.messagesLimit': { place: 'settings', label: 'messagesLimit', words: orNoLimit },
  'limits.monthlyCredits': { place: 'settings', label: 'monthlyCredits', words: orNoLimit },
  'privacy.showsAiNotice': { place: 'settings', label: 'showsAiNotice', words: yesNo },
  'privacy.aiNotice': { place: 'settings', label: 'aiNotice' },
  'privacy.policyUrl': { place: 'settings', label: 'policyUrl' },
  'privacy.recordsPages': { place: 'settings', label: 'recordsPages', words: yesNo },
  'theme.theme': { place: 'channels', label: 'theme' },
  'theme.customThemeJSONString': { place: 'channels', label: 'colours', kind: 'long' },
  'theme.fontFamily': { place: 'channels', label: 'font' },
  'theme.render': { place: 'channels', label: 'render' },
  'theme.proactiveMessage': { place: 'channels', label: 'proactiveMessage' },
  'theme.autoStartWidget': { place: 'channels', label: 'autoStartWidget', words: yesNo },
  'theme.recordChatHistory': { place: 'channels', label: 'recordChatHistory', words: yesNo },
  'theme.enableGeoAnalytics': { place: 'channels', label: 'enableGeoAnalytics', words: yesNo },
  'theme.ADVANCED_customCSS': { place: 'channels', label: 'customCss', kind: 'long' },
  'theme.acceptsFiles': { place: 'channels', label: 'acceptsFiles', words: yesNo },
};

/** What can be said in the visitor's language. */
const TRANSLATED: Record<string, Field['label']> = {
  greeting: 'greeting',
  suggestedQuestions: 'suggestedQuestions',
  proactiveMessage: 'proactiveMessage',
  aiNotice: 'aiNotice',
  formOffer: 'formOffer',
  formAway: 'formAway',
};

/** Where a field is edited and what it is called there; nothing for a field without a name of its own. */
export function nameField(path: string): { place: string; label: string } | undefined {
  const [, lang, own] = /^translations\.([^.]+)\.(\w+)/.exec(path) ?? [];
  const label = own === undefined ? undefined : TRANSLATED[own];
  if (lang !== undefined && label !== undefined)
    return {
      place: say('working-copy', 'places.settings'),
      label: `${formatLanguage(lang)}: ${say('working-copy', `fields.${label}`)}`,
    };
  const field = fields[path];
  return (
    field && {
      place: say('working-copy', `places.${field.place}`),
      label: say('working-copy', `fields.${field.label}`),
    }
  );
}

const order = Object.keys(fields);

/** What differs between two settings documents, field by field, in the order of the tabs. A field without a name of its own shows its path. */
export function describeChanges(before: AgentSettings, after: AgentSettings): Change[] {
  const old = flatten(before);
  const now = flatten(after);
  const paths = [...new Set([...old.keys(), ...now.keys()])].filter(
    (path) => JSON.stringify(old.get(path)) !== JSON.stringify(now.get(path)),
  );
  return (
    paths
      .toSorted((a, b) => place(a) - place(b))
      .map((path): Change => {
        const field = fields[path];
        return {
          path,
          ...(nameField(path) ?? { place: say('working-copy', 'places.other'), label: path }),
          before: toWords(field, old.get(path)),
          after: toWords(field, now.get(path)),
          kind: field?.kind ?? 'short',
        };
      })
      // A language that was added says nothing yet.
      .filter(({ path, before, after }) => !path.startsWith('translations.') || before !== after)
  );
}

const place = (path: string) => (order.includes(path) ? order.indexOf(path) : order.length);

/** Leaves by their path; lists count as one value, and so does the flow. */
export function flatten(value: object, prefix = ''): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  for (const [key, inner] of Object.entries(value)) {
    const path = prefix + key;
    if (path !== 'flow' && inner !== null && typeof inner === 'object' && !Array.isArray(inner)) {
      for (const [deep, leaf] of flatten(inner, `${path}.`)) leaves.set(deep, leaf);
    } else leaves.set(path, inner);
  }
  return leaves;
}

function toWords(field: Field | undefined, value: unknown): string {
  if (value === undefined) return '';
  if (field?.words) return field.words(value as never);
  if (Array.isArray(value)) return value.join('\n');
  return String(value ?? '');
}
