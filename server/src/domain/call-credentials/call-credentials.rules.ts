import type { CallCredentialKind } from '@antiphon/contract/call-credentials';

type Carried = { kind: CallCredentialKind; headerName: string; username: string };

/** The header that carries a secret. */
export function headerOf({ kind, headerName, username }: Carried, secret: string): { name: string; value: string } {
  if (kind === 'header') return { name: headerName.toLowerCase(), value: secret };
  if (kind === 'bearer') return { name: 'authorization', value: `Bearer ${secret}` };
  return { name: 'authorization', value: `Basic ${base64(`${username}:${secret}`)}` };
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

export const DOTS = '••••••••';

/**
 * A text without the secret, as systems repeat it: as it is, in JSON, in an address, in base64, and as it was sent. What a system
 * makes of it in other ways is not found.
 */
export function hideSecret(text: string, carried: Carried, secret: string): string {
  const sent = headerOf(carried, secret).value.replace(/^(?:Bearer|Basic) /, '');
  const forms = [sent, secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), base64(secret)];
  // The longest first: a shorter one within it would leave the rest.
  return [...new Set(forms)]
    .sort((one, other) => other.length - one.length)
    .reduce((left, form) => left.replaceAll(form, DOTS), text);
}
