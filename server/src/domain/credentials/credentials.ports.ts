import type { CredentialProvider } from '@antiphon/contract/credentials';

/** A key as the provider gets it; `baseURL` empty is the provider's own host. Lives for one call, is never logged. */
export type OpenCredential = { provider: CredentialProvider; baseURL: string; secret: string };

/** For which providers the platform has a key of its own. */
export type PlatformKeys = ReadonlySet<CredentialProvider>;

/** Asks a model for one word. Throws `VendorFailure` when it does not come; bounded in time by the adapter. */
export type ModelProbe = { probe(credential: OpenCredential, model: string): Promise<void> };
