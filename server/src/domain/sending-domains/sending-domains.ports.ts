import type { Region } from '@antiphon/contract/regions';
import type { MailRecord } from '@antiphon/contract/sending-domains';

/** A record that the domain needs, its name in full; `status` is the provider's own. */
export type AskedRecord = Pick<MailRecord, 'record' | 'type' | 'name' | 'value' | 'priority' | 'status'>;

export type AddedDomain = {
  providerId: string;
  records: AskedRecord[];
  /** What signs, where the provider does not; kept sealed. */
  dkim: { selector: string; privateKey: string } | null;
};

/** `statuses`: of the records, in their order; null where nothing can be said of them now. `hasFailed`: the provider has given up. */
export type JudgedDomain = { statuses: MailRecord['status'][] | null; hasFailed: boolean };

/** Whoever lets mails leave from agencies' domains. Each throws a `VendorFailure`, `not_found` where it does not know the domain. */
export type SendingDomains = {
  name: string;
  /**
   * Has it at most once, however often it is asked: what an earlier call made after `since` is what this one answers. `forbidden`:
   * somebody else has the domain there.
   */
  add(asked: { domain: string; region: Region; since: Date }): Promise<AddedDomain>;
  /** Begins the provider's own check. */
  verify(providerId: string): Promise<void>;
  /** `records` as our own look found them. */
  judge(providerId: string, records: readonly MailRecord[]): Promise<JudgedDomain>;
  remove(providerId: string): Promise<void>;
};
