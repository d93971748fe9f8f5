import { type CredentialProvider, type ModelHost, SpeechHost } from '@antiphon/contract/credentials';
import { fail } from '@antiphon/contract/errors';
import type { VendorFailure, VendorFailureKind } from '../vendors/vendors.ports.ts';

export const isSpeechHost = (provider: CredentialProvider): provider is Exclude<CredentialProvider, ModelHost> =>
  SpeechHost.options.some((one) => one === provider);

const HIDDEN = '****';
/** Of a shorter secret (a local server's "ollama") four characters would tell too much. */
const SECRET_CHARS_TO_SHOW_FOUR = 12;

export const last4Of = (secret: string) => (secret.length >= SECRET_CHARS_TO_SHOW_FOUR ? secret.slice(-4) : HIDDEN);

/** Keys travel in a header: printable ASCII without spaces. Anything else was copied with something around it. */
export function checkSecret(secret: string): string {
  if (!/^[\x21-\x7e]+$/.test(secret)) refuse('secret', 'This key holds a space or a character that no key has.');
  return secret;
}

/**
 * The base URL in one form, without a slash at its end; empty where the provider's own host is meant. Only https, or what
 * `outboundAllow` (pairs `host:port`) trusts. Not covered: names that resolve to an address inside, which the connection's
 * guard refuses.
 */
export function checkBaseURL(provider: CredentialProvider, given: string, outboundAllow: readonly string[]): string {
  if (isSpeechHost(provider) && given !== '') refuse('baseURL', 'A provider of speech has an address of its own.');
  if (given === '') {
    if (provider === 'openai-compatible') refuse('baseURL', 'Please enter the base URL of the model host.');
    return '';
  }
  const url = URL.parse(given);
  if (!url || !['https:', 'http:'].includes(url.protocol)) return refuse('baseURL', 'Please enter an https address.');
  if (url.username !== '' || url.password !== '')
    refuse('baseURL', 'Leave the user name and password out of the address.');
  if (url.search !== '' || url.hash !== '') refuse('baseURL', 'Leave out what follows the path of the address.');
  const isTrusted = outboundAllow.includes(`${url.hostname}:${url.port || DEFAULT_PORTS[url.protocol]}`);
  if (url.protocol === 'http:' && !isTrusted) refuse('baseURL', 'Please enter an https address.');
  const path = url.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '');
  return `${url.origin}${path}`;
}

/** Why a credential cannot be deleted; `titles` of the agents that use it, the first few of which are named. */
export function inUseSentence(titles: readonly string[]): string {
  if (titles.length === 1) return `This credential is used by the agent "${titles[0]}". Choose another there first.`;
  const named = titles.slice(0, AGENTS_NAMED).map((title) => `"${title}"`);
  const more = titles.length - named.length;
  const list = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return `This credential is used by ${titles.length} agents: ${list}. Choose another there first.`;
}

const AGENTS_NAMED = 5;

const DEFAULT_PORTS: Record<string, string> = { 'https:': '443', 'http:': '80' };

const refuse = (path: string, message: string): never =>
  fail('invalid_input', { message, issues: [{ path, message }] });

/** What came of asking a provider of speech whether it knows a key. */
export const sayChecked = (failure: VendorFailure | null, ms: number) => ({
  success: failure === null,
  message: failure ? sayFailure(failure) : 'The key is known.',
  ms,
});

/** What came of asking a model for one word. */
export const sayProbed = (model: string, failure: VendorFailure | null, ms: number) => ({
  success: failure === null,
  message: failure ? sayFailure(failure) : `${model} answered in ${(ms / 1_000).toFixed(1)} s.`,
  ms,
});

export const sayFailure = ({ kind, message }: VendorFailure): string => `${SENTENCES[kind]} ${message}`;

const SENTENCES: Record<VendorFailureKind, string> = {
  unauthorized: 'The key cannot be used.',
  forbidden: 'The key may not use this model.',
  not_found: 'There is no such model or address.',
  invalid: 'The request was refused.',
  rate_limited: 'The key works, but its limit is reached for now.',
  unreachable: 'No answer came.',
};
