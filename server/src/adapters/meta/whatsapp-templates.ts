import type { FilledTemplate } from '@antiphon/contract/campaign-words';
import { z } from 'zod';
import type { ChannelTemplate } from '../../domain/channels/channels.ports.ts';

// https://developers.facebook.com/docs/graph-api/reference/whats-app-business-account/message_templates/
const Component = z.object({
  type: z.string(),
  format: z.string().default('TEXT'),
  text: z.string().default(''),
  buttons: z
    .array(z.object({ type: z.string(), text: z.string().default(''), url: z.string().default('') }))
    .default([]),
});
const Template = z.object({
  name: z.string().min(1).max(512),
  language: z.string().min(1).max(20),
  status: z.string(),
  category: z.string(),
  parameter_format: z.string().default('POSITIONAL'),
  components: z.array(z.unknown()).default([]),
});
export const TemplatePage = z.object({
  data: z.array(z.unknown()),
  paging: z
    .object({ cursors: z.object({ after: z.string() }).partial().optional(), next: z.string().optional() })
    .optional(),
});

const CATEGORIES: Record<string, ChannelTemplate['category']> = {
  MARKETING: 'marketing',
  UTILITY: 'utility',
  AUTHENTICATION: 'authentication',
};
/** Buttons that are as they are, whoever gets them. */
const PLAIN_BUTTONS = new Set(['QUICK_REPLY', 'URL', 'PHONE_NUMBER']);
/** As its provider writes a place: a number, or a name. */
const PLACE = /\{\{([a-z0-9_]{1,64})\}\}/g;

/** Null for one that cannot be read: of a kind that came later, say. */
export function readTemplate(found: unknown): ChannelTemplate | null {
  const { data } = Template.safeParse(found);
  const category = CATEGORIES[data?.category ?? ''];
  if (!data || !category) return null;
  const components = data.components.map((one) => Component.safeParse(one).data);
  const of = (type: string) => components.find((one) => one?.type === type);
  const [header, body, footer] = [of('HEADER'), of('BODY'), of('FOOTER')];
  const buttons = of('BUTTONS')?.buttons ?? [];
  const isKnown = components.every((one) => one && ['HEADER', 'BODY', 'FOOTER', 'BUTTONS'].includes(one.type));
  const isPlain =
    isKnown &&
    body !== undefined &&
    (header === undefined || (header.format === 'TEXT' && placesOf(header.text).length === 0)) &&
    buttons.every(({ type, url }) => PLAIN_BUTTONS.has(type) && placesOf(url).length === 0);
  return {
    ...{ name: data.name, language: data.language, category },
    text: [header?.format === 'TEXT' ? header.text : '', body?.text, footer?.text].filter(Boolean).join('\n\n'),
    places: placesOf(body?.text ?? ''),
    isNamed: data.parameter_format === 'NAMED',
    buttons: buttons.map(({ text }) => text),
    fault:
      data.status !== 'APPROVED'
        ? 'not_approved'
        : category === 'authentication'
          ? 'authentication'
          : isPlain
            ? null
            : 'parts',
  };
}

/** Each once, those with numbers in their order. */
function placesOf(text: string): string[] {
  const found = [...new Set([...text.matchAll(PLACE)].map(([, place]) => place ?? ''))];
  return found.every((place) => /^\d+$/.test(place)) ? found.sort((a, b) => Number(a) - Number(b)) : found;
}

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/messages/template-messages */
export const toTemplateMessage = ({ name, language, values }: FilledTemplate) => ({
  name,
  language: { code: language },
  components:
    values.length === 0
      ? []
      : [
          {
            type: 'body',
            parameters: values.map(({ place, text }) => ({
              ...{ type: 'text', text },
              ...(place === undefined ? {} : { parameter_name: place }),
            })),
          },
        ],
});
