import { type FilledTemplate, type KeptTemplate, NAME_PLACE } from '@antiphon/contract/campaign-words';

/** Longer ones are refused by whoever sends it. https://developers.facebook.com/docs/whatsapp/api/messages/message-templates */
export const TEMPLATE_TEXT_MAX = 1_024;

/** Whether whoever has no name gets none. */
export const wantsName = (template: Pick<KeptTemplate, 'values'>): boolean =>
  template.values.some((value) => value.includes(NAME_PLACE));

/** Its provider refuses breaks, tabs and rows of spaces in what stands in a place. */
const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const fill = (value: string, name: string): string => inOneLine(value.replaceAll(NAME_PLACE, name)).slice(0, 500);

/** What one person gets, as its provider is told it. */
export const fillTemplate = (
  { name, language, isNamed, places, values }: KeptTemplate,
  person: { name: string },
): FilledTemplate => ({
  ...{ kind: 'template', name, language },
  values: places.map((place, at) => ({
    ...(isNamed ? { place } : {}),
    text: fill(values[at] ?? '', person.name),
  })),
});

/** What one person reads. A place in which nothing stands yet stays one. */
export function templateTextOf({ text, places, values }: KeptTemplate, person: { name: string }): string {
  return places.reduce(
    (filled, place, at) =>
      (values[at] ?? '') === '' ? filled : filled.replaceAll(`{{${place}}}`, () => fill(values[at] ?? '', person.name)),
    text,
  );
}
