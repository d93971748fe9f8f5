import type { Region } from '@antiphon/contract/regions';

/**
 * What one region answers another: yes or no, and a way in. Neither is stored by who asks, and no record of a person ever
 * crosses. Addresses are lower case and verified by the region that asks.
 */
export type RegionPeer = {
  hasVerifiedAccount(email: string): Promise<boolean>;
  /** A one-use token that signs the account of this address in, for a minute; null where no verified account has it. */
  makeAuthToken(email: string, userAgent: string): Promise<string | null>;
  /** Of a host whose owner has shown to another region that it is theirs: true once no agency of this region has it. */
  freeHost(host: string): Promise<boolean>;
};

/** Null where that region is not served here, is down, or was never used, so that nobody can have an account in it. */
export type FindPeer = (region: Region) => Promise<RegionPeer | null>;
