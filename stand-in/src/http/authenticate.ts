import type { IncomingHttpHeaders } from 'node:http';
import type { Store } from '../store/store.ts';
import type { KeyKind } from './routes.ts';
import { noAccess, StripeError } from './stripe-error.ts';

const KEY = /^(sk|pk)_test_([A-Za-z0-9]{1,40})$/;

/** Every key is good, and its name is the account: `sk_test_na` and `pk_test_na` are those of `acct_na`. */
export function readKey(headers: IncomingHttpHeaders, inBody: unknown): { kind: KeyKind; platform: string } {
  const [scheme = '', sent = ''] = (headers.authorization ?? '').split(' ');
  const given =
    scheme === 'Basic' ? (Buffer.from(sent, 'base64').toString().split(':')[0] ?? '') : sent || String(inBody ?? '');
  const [, prefix, name] = KEY.exec(given) ?? [];
  if (!name)
    throw new StripeError(401, {
      type: 'invalid_request_error',
      message:
        given === '' ? 'You did not provide an API key.' : 'Invalid API Key provided: the stand-in takes test keys.',
    });
  return { kind: prefix === 'sk' ? 'secret' : 'publishable', platform: `acct_${name}` };
}

/** The account that a call works for: the platform's own, or one that is connected to it. */
export function readAccount(store: Store, platform: string, sent: string | undefined): string {
  if (!sent || sent === platform) return platform;
  const row = store.of('accounts', platform).get(sent);
  if (row && !row.hidden.isDisconnected) return sent;
  throw noAccess(sent);
}
