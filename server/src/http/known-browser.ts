import { createHmac, timingSafeEqual } from 'node:crypto';
import { randomText } from '@antiphon/contract/ids';
import { parse, serialize } from 'hono/utils/cookie';
import type { RequestContext } from './context.ts';

/** Browsers keep no cookie longer. */
const YEAR_SECONDS = 400 * 86_400;

type Asked = Pick<RequestContext, 'headers' | 'isSecure'>;

/**
 * The id of a browser that signed in to this account before; null for any other. It opens nothing: it is guessed with apart
 * from strangers, so that their guesses do not keep its owner out. `account` is an address at one place of sign-in.
 */
export function knownBrowserOf(asked: Asked, secretKey: string, account: string): string | null {
  const name = nameOf(asked, secretKey, account);
  const [id = '', proof = ''] = (parse(asked.headers.get('cookie') ?? '', name)[name] ?? '').split('.');
  const wanted = Buffer.from(mac(secretKey, `browser:${account}:${id}`));
  const given = Buffer.from(proof);
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? id : null;
}

/** The `Set-Cookie` by which the browser is known from now on. Neither name nor value tells whose account it is. */
export function knownBrowserCookie(asked: Asked, secretKey: string, account: string): string {
  const id = knownBrowserOf(asked, secretKey, account) ?? randomText(16);
  const value = `${id}.${mac(secretKey, `browser:${account}:${id}`)}`;
  const options = { path: '/', httpOnly: true, sameSite: 'Lax', secure: asked.isSecure, maxAge: YEAR_SECONDS } as const;
  return serialize(nameOf(asked, secretKey, account), value, options);
}

/** Of a person of the platform. */
export const accountOf = ({ region }: Pick<RequestContext, 'region'>, email: string) =>
  `${region}:${email.toLowerCase()}`;

const nameOf = ({ isSecure }: Asked, secretKey: string, account: string) =>
  `${isSecure ? '__Host-' : ''}known-${mac(secretKey, `name:${account}`).slice(0, 16)}`;

const mac = (secretKey: string, text: string) =>
  createHmac('sha256', `known-browser:${secretKey}`).update(text).digest('base64url');
