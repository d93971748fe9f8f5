import { z } from 'zod';
import type { Transaction } from '../store/transaction.ts';
import { text } from './params.ts';

export type KeyKind = 'secret' | 'publishable';

export type Call<P> = {
  tx: Transaction;
  /** The parts of the path that are no words, in their order. */
  ids: string[];
  params: P;
  key: KeyKind;
};

export type Route = {
  method: 'GET' | 'POST' | 'DELETE';
  /** Stripe's own path; `:id` stands for any one part. */
  path: string;
  schema: z.ZodType;
  keys: readonly KeyKind[];
  // biome-ignore lint/suspicious/noExplicitAny: the schema of the same row says what it is
  run: (call: Call<any>) => object;
};

const expand = { expand: z.array(text(200)).max(20).optional() };

/** One endpoint of version 1. Whoever has the publishable key may call it only where `keys` says so. */
export function endpoint<S extends z.ZodRawShape>(
  method: Route['method'],
  path: string,
  shape: S,
  run: (call: Call<z.output<z.ZodObject<S, z.core.$strict>>>) => object,
  keys: readonly KeyKind[] = ['secret'],
): Route {
  return { method, path, schema: z.strictObject({ ...shape, ...expand }), keys, run };
}

/** One endpoint of version 2: JSON, no expanding, and fields that are null unless `include` names them. */
export function endpointV2<S extends z.ZodType>(
  method: Route['method'],
  path: string,
  schema: S,
  run: (call: Call<z.output<S>>) => object,
): Route {
  return { method, path, schema, keys: ['secret'], run };
}

type Match = { route: Route; ids: string[] };

export function matchRoute(routes: readonly Route[], method: string, path: string): Match | null {
  const parts = path.split('/');
  for (const route of routes) {
    if (route.method !== method) continue;
    const wanted = route.path.split('/');
    if (wanted.length !== parts.length) continue;
    if (!wanted.every((part, at) => (part === ':id' ? parts[at] !== '' : part === parts[at]))) continue;
    return { route, ids: parts.filter((_, at) => wanted[at] === ':id').map(decodeURIComponent) };
  }
  return null;
}
