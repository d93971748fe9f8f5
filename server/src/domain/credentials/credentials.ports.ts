import type { ModelHost } from '@antiphon/contract/credentials';

/** A key as a model's host gets it; `baseURL` empty is the provider's own host. Lives for one call, is never logged. */
export type OpenCredential = { provider: ModelHost; baseURL: string; secret: string };

/** For which providers the platform has a key of its own. */
export type PlatformKeys = ReadonlySet<ModelHost>;

/** What one word costs at the most: the question, and a model that thinks before it answers. */
export const PROBE_TOKENS = { inputTokens: 60, outputTokens: 500 };

/** Asks a model for one word. Without a key and an address in `credential` the platform's are used. Throws `VendorFailure` when it does not come; bounded in time by the adapter. */
export type ModelProbe = { probe(credential: OpenCredential, model: string): Promise<void> };

/** The models that a host lists for whoever answers in text, in its order. Throws `VendorFailure`; bounded in time and size. */
export type ModelList = { list(credential: OpenCredential): Promise<string[]> };
