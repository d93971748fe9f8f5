/** Free of validators, so that screens can import it. */

/** Of the settings: what is the client's own, or belongs to a key of theirs, and is never pushed. A path stands for all below it. */
export const NEVER_PUSHED = [
  'title',
  'roundedImageURL',
  'knowledge',
  'theme',
  'model.credentialId',
  'model.fallbacks',
  'voice.credentialId',
] as const;

/** What can be locked: these, and any path below them. */
export const PUSHED = [
  'description',
  'lang',
  'model',
  'systemPrompt',
  'greeting',
  'suggestedQuestions',
  'translations',
  'handoff',
  'functions',
  'flow',
  'voice',
  'guardrails',
  'leadFields',
  'limits',
  'privacy',
] as const;

const isWithin = (path: string, place: string) => path === place || path.startsWith(`${place}.`);

export const isPushed = (path: string): boolean => !NEVER_PUSHED.some((never) => isWithin(path, never));
export const isLocked = (path: string, locked: readonly string[]): boolean =>
  locked.some((place) => isWithin(path, place));

/** `{{slot.city}}` in any text of a blueprint: what each of its agents has a value of its own for. */
const SLOT = /\{\{slot\.([a-z][a-z0-9_]{0,39})\}\}/g;
export type SlotValues = Readonly<Record<string, string>>;

function mapTexts(value: unknown, change: (text: string) => string, path = ''): unknown {
  if (path !== '' && !isPushed(path)) return value;
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change, `${path}.`));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      mapTexts(inner, change, path.endsWith('.') ? path : path === '' ? key : `${path}.${key}`),
    ]),
  );
}

/** The names of all slots, each once, by the alphabet. */
export function slotsIn(settings: object): string[] {
  const names = new Set<string>();
  mapTexts(settings, (text) => {
    for (const [, name] of text.matchAll(SLOT)) names.add(name!);
    return text;
  });
  return [...names].sort();
}

/** With the values in the places of the slots, once: a value is not looked through again. What has no value stays as it is written. */
export const fillSlots = <Settings extends object>(settings: Settings, values: SlotValues): Settings =>
  mapTexts(settings, (text) =>
    text.replace(SLOT, (whole, name: string) => (Object.hasOwn(values, name) && values[name]) || whole),
  ) as Settings;

export const missingSlots = (settings: object, values: SlotValues): string[] =>
  slotsIn(settings).filter((name) => !(Object.hasOwn(values, name) && values[name]));
