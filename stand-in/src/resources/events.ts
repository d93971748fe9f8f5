import { z } from 'zod';
import { isWithin, listOf } from '../http/lists.ts';
import { created, flag, pages, text } from '../http/params.ts';
import { endpoint, endpointV2, type Route } from '../http/routes.ts';

const fits = (wanted: string, type: string) =>
  wanted === type || (wanted.endsWith('.*') && type.startsWith(wanted.slice(0, -1)));

export const events: Route[] = [
  endpoint('GET', '/v1/events/:id', {}, ({ tx, ids: [id = ''] }) => tx.get('events', id)),
  endpoint(
    'GET',
    '/v1/events',
    {
      ...pages,
      created,
      delivery_success: flag.optional(),
      type: text(100).optional(),
      types: z.array(text(100)).max(20).optional(),
    },
    ({ tx, params }) =>
      listOf(
        tx,
        'events',
        '/v1/events',
        params,
        (one) =>
          isWithin(params.created, one.created) &&
          (!params.type || fits(params.type, one.type)) &&
          (params.types?.some((type) => fits(type, one.type)) ?? true) &&
          (params.delivery_success === undefined ||
            (tx.hidden('events', one.id).delivery === 'delivered') === params.delivery_success),
      ),
  ),
  endpointV2('GET', '/v2/core/events/:id', z.strictObject({}), ({ tx, ids: [id = ''] }) => tx.get('thin_events', id)),
  endpointV2(
    'GET',
    '/v2/core/events',
    z.strictObject({ limit: pages.limit, object_id: text().optional(), types: z.array(text(100)).max(20).optional() }),
    ({ tx, params }) => {
      const found = tx
        .all(
          'thin_events',
          (one) =>
            (!params.object_id || one.related_object.id === params.object_id) &&
            (params.types?.includes(one.type) ?? true),
        )
        .reverse();
      return { data: found.slice(0, params.limit ?? 20), next_page_url: null, previous_page_url: null };
    },
  ),
];
