import * as z from 'zod';
import { digits, type GraphOutcome, refused, wrong } from './meta-stand-in-hook.ts';

/** A text as it is made in WhatsApp Manager. `body` has its places as `{{1}}`, or by their names. */
export type MadeTemplate = {
  name: string;
  language?: string;
  category?: 'MARKETING' | 'UTILITY' | 'AUTHENTICATION';
  status?: 'APPROVED' | 'PENDING' | 'REJECTED' | 'PAUSED' | 'DISABLED';
  header?: { format: 'TEXT' | 'IMAGE'; text?: string };
  body: string;
  footer?: string;
  buttons?: { type: string; text: string; url?: string }[];
};
type Kept = MadeTemplate & { id: string; language: string };

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/messages/template-messages */
export const TemplateMessage = z.strictObject({
  name: z.string().regex(/^[a-z0-9_]{1,512}$/),
  language: z.strictObject({ code: z.string(), policy: z.literal('deterministic').optional() }),
  components: z
    .array(
      z.strictObject({
        type: z.literal('body'),
        parameters: z.array(
          z.strictObject({ type: z.literal('text'), text: z.string(), parameter_name: z.string().optional() }),
        ),
      }),
    )
    .optional(),
});

const PAGE = 100;
const placesIn = (body: string) => [...new Set([...body.matchAll(/\{\{(\w+)\}\}/g)].map(([, place]) => place ?? ''))];

/** The texts of one account. */
export function makeTemplates() {
  const kept: Kept[] = [];

  const list = (query: URLSearchParams): GraphOutcome => {
    if (query.get('fields') !== 'name,language,status,category,parameter_format,components')
      return wrong('Unknown field');
    const limit = Number(query.get('limit') ?? 25);
    if (!(limit >= 1 && limit <= PAGE)) return wrong('Invalid limit');
    const from = query.has('after') ? kept.findIndex(({ id }) => id === query.get('after')) + 1 : 0;
    const page = kept.slice(from, from + limit);
    const after = page.at(-1)?.id ?? '';
    const isMore = from + limit < kept.length;
    return {
      result: {
        data: page.map(toWire),
        paging: {
          cursors: { before: page[0]?.id ?? '', after },
          ...(isMore ? { next: `https://graph.facebook.com/?after=${after}` } : {}),
        },
      },
    };
  };

  /** What whoever gets it reads, or why it is not sent. */
  const fill = (given: z.infer<typeof TemplateMessage>): { text: string } | GraphOutcome => {
    const found = kept.find(({ name, language }) => name === given.name && language === given.language.code);
    if (!found || found.status === 'PENDING' || found.status === 'REJECTED')
      return refused(132001, '(#132001) Template name does not exist in the translation');
    if (found.status === 'PAUSED') return refused(132015, '(#132015) Template is paused');
    if (found.status === 'DISABLED') return refused(132016, '(#132016) Template is disabled');
    const places = placesIn(found.body);
    const parameters = given.components?.[0]?.parameters ?? [];
    if (parameters.length !== places.length)
      return refused(132000, '(#132000) Number of parameters does not match the expected number of params');
    const isNamed = places.some((place) => /\D/.test(place));
    if (parameters.some(({ text }) => text === '' || /[\n\t]| {5}/.test(text)))
      return wrong('Param text cannot have new-line/tab characters or more than 4 consecutive spaces');
    let text = found.body;
    for (const [at, place] of places.entries()) {
      const one = isNamed ? parameters.find((each) => each.parameter_name === place) : parameters[at];
      if (!one || isNamed !== (one.parameter_name !== undefined)) return wrong('Invalid parameter');
      text = text.replaceAll(`{{${place}}}`, () => one.text);
    }
    if (text.length > 1_024) return refused(132005, '(#132005) Translated text too long');
    return { text: [found.header?.text, text, found.footer].filter(Boolean).join('\n\n') };
  };

  return {
    list,
    fill,
    make(template: MadeTemplate) {
      kept.push({ id: digits(16), language: 'en_US', ...template });
    },
    /** What its owner, or Meta, does with it later. */
    set(name: string, status: NonNullable<MadeTemplate['status']>) {
      for (const one of kept) if (one.name === name) one.status = status;
    },
  };
}

const toWire = ({ id, name, language, category, status, header, body, footer, buttons }: Kept) => {
  const places = placesIn(body);
  return {
    ...{ id, name, language, status: status ?? 'APPROVED', category: category ?? 'MARKETING' },
    parameter_format: places.some((place) => /\D/.test(place)) ? 'NAMED' : 'POSITIONAL',
    components: [
      ...(header ? [{ type: 'HEADER', ...header }] : []),
      {
        ...{ type: 'BODY', text: body },
        ...(places.length > 0 ? { example: { body_text: [places.map((place) => `a ${place}`)] } } : {}),
      },
      ...(footer ? [{ type: 'FOOTER', text: footer }] : []),
      ...(buttons ? [{ type: 'BUTTONS', buttons }] : []),
    ],
  };
};
