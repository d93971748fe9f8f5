import { createHmac } from 'node:crypto';
import type { RawHook } from '../../domain/channels/channels.ports.ts';
import { isSame } from '../shared/channel-http/is-same.ts';
import { readForm } from './twilio-form.ts';

/**
 * https://www.twilio.com/docs/usage/security#validating-requests: over the address that Twilio was told, never the one that a call names of
 * itself, and the fields by their names.
 */
export function isSignedByTwilio({ url, headers, body }: RawHook, authToken: string): boolean {
  const fields = readForm(body);
  const given = headers['x-twilio-signature'] ?? '';
  if (authToken === '' || given === '' || fields === null) return false;
  const said = fields
    .map(([name, value]) => ({ name, value }))
    .sort((one, other) => byCode(one.name, other.name) || byCode(one.value, other.value))
    .map(({ name, value }) => name + value)
    .join('');
  return addressesOf(url).some((address) =>
    isSame(
      given,
      createHmac('sha1', authToken)
        .update(address + said)
        .digest('base64'),
    ),
  );
}

const byCode = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** As it was told, and without its port: of https Twilio leaves that out. */
function addressesOf(url: string): string[] {
  const bare = url.replace(/^(https:\/\/[^/?#]*?):\d+(?=[/?#]|$)/, '$1');
  return bare === url ? [url] : [url, bare];
}
