import type { AgentSettings } from '@antiphon/contract/agents';

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
  place: string;
  label: string;
  kind?: 'long';
  words?: (value: never) => string;
}

const yesNo = (value: boolean) => (value ? 'On' : 'Off');
const orNoLimit = (value: number | null) => (value === null ? 'No limit' : value.toLocaleString('en'));
const orPlatform = (value: string | null) => value ?? 'Key of the platform';

/** Every field of the settings document, in the order of the tabs. */
export const fields: Record<string, Field> = {
  title: { place: 'Overview', label: 'Name' },
  description: { place: 'Overview', label: 'Description' },
  roundedImageURL: { place: 'Overview', label: 'Picture address' },
  'model.provider': { place: 'Prompt', label: 'Model provider' },
  'model.model': { place: 'Prompt', label: 'Model' },
  'model.credentialId': { place: 'Prompt', label: 'Credential', words: orPlatform },
  'model.temperature': { place: 'Prompt', label: 'Temperature' },
  'model.maxOutputTokens': { place: 'Prompt', label: 'Longest answer in tokens' },
  systemPrompt: { place: 'Prompt', label: 'System prompt', kind: 'long' },
  greeting: { place: 'Prompt', label: 'Greeting', kind: 'long' },
  suggestedQuestions: { place: 'Prompt', label: 'Suggested questions', kind: 'long' },
  lang: { place: 'Settings', label: 'Language' },
  'knowledge.passagesMax': { place: 'Settings', label: 'Passages per answer' },
  'knowledge.showSources': { place: 'Settings', label: 'Show sources', words: yesNo },
  'knowledge.embeddingModel': { place: 'Settings', label: 'Embedding model' },
  'handoff.isEnabled': { place: 'Settings', label: 'Offer a person', words: yesNo },
  'handoff.email': { place: 'Settings', label: 'E-mail of the person' },
  'limits.messagesLimit': { place: 'Settings', label: 'Messages a month', words: orNoLimit },
  'limits.monthlyCredits': { place: 'Settings', label: 'Credits a month', words: orNoLimit },
  'privacy.showsAiNotice': { place: 'Settings', label: 'AI notice', words: yesNo },
  'privacy.aiNotice': { place: 'Settings', label: 'Text of the AI notice' },
  'privacy.policyUrl': { place: 'Settings', label: 'Privacy policy address' },
  'theme.theme': { place: 'Channels', label: 'Theme' },
  'theme.customThemeJSONString': { place: 'Channels', label: 'Colours', kind: 'long' },
  'theme.fontFamily': { place: 'Channels', label: 'Font' },
  'theme.render': { place: 'Channels', label: 'Place on the page' },
  'theme.proactiveMessage': { place: 'Channels', label: 'Proactive message' },
  'theme.autoStartWidget': { place: 'Channels', label: 'Open by itself', words: yesNo },
  'theme.recordChatHistory': { place: 'Channels', label: 'Keep history', words: yesNo },
  'theme.enableGeoAnalytics': { place: 'Channels', label: 'Country analytics', words: yesNo },
  'theme.ADVANCED_customCSS': { place: 'Channels', label: 'Custom CSS', kind: 'long' },
  'theme.acceptsFiles': { place: 'Channels', label: 'Files from visitors', words: yesNo },
};

const order = Object.keys(fields);

/** What differs between two settings documents, field by field, in the order of the tabs. A field without a name of its own shows its path. */
export function describeChanges(before: AgentSettings, after: AgentSettings): Change[] {
  const old = flatten(before);
  const now = flatten(after);
  const paths = [...new Set([...old.keys(), ...now.keys()])].filter(
    (path) => JSON.stringify(old.get(path)) !== JSON.stringify(now.get(path)),
  );
  return paths
    .toSorted((a, b) => place(a) - place(b))
    .map((path) => {
      const field = fields[path] ?? { place: 'Other', label: path };
      return {
        path,
        place: field.place,
        label: field.label,
        before: toWords(field, old.get(path)),
        after: toWords(field, now.get(path)),
        kind: field.kind ?? 'short',
      };
    });
}

const place = (path: string) => (order.includes(path) ? order.indexOf(path) : order.length);

/** Leaves by their path; lists count as one value. */
export function flatten(value: object, prefix = ''): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  for (const [key, inner] of Object.entries(value)) {
    const path = prefix + key;
    if (inner !== null && typeof inner === 'object' && !Array.isArray(inner)) {
      for (const [deep, leaf] of flatten(inner, `${path}.`)) leaves.set(deep, leaf);
    } else leaves.set(path, inner);
  }
  return leaves;
}

function toWords(field: Field, value: unknown): string {
  if (value === undefined) return '';
  if (field.words) return field.words(value as never);
  if (Array.isArray(value)) return value.join('\n');
  return String(value ?? '');
}
