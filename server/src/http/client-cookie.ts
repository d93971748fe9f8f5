import { parse, serialize } from 'hono/utils/cookie';
import type { RequestContext } from './context.ts';

/** On a host that is an agency's own it needs no other name than this one, which is nobody's. */
const NAME = 'client-session';

/** With the prefix no other host can set it, not even a sibling under the same root domain; browsers ask for https then. */
const nameOf = ({ isSecure }: RequestContext) => (isSecure ? `__Host-${NAME}` : NAME);

/** What the cookie of a client's session holds; null without one. */
export function clientTokenOf(context: RequestContext): string | null {
  const name = nameOf(context);
  const value = parse(context.headers.get('cookie') ?? '', name)[name];
  return value && value.length <= 100 ? value : null;
}

export const giveClientCookie = (context: RequestContext, token: string, maxAgeSeconds: number) =>
  setCookie(context, token, maxAgeSeconds);

export const dropClientCookie = (context: RequestContext) => setCookie(context, '', 0);

function setCookie(context: RequestContext, value: string, maxAge: number) {
  const options = { path: '/', httpOnly: true, sameSite: 'Lax', secure: context.isSecure, maxAge } as const;
  context.resHeaders?.append('set-cookie', serialize(nameOf(context), value, options));
}
