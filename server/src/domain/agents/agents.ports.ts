import type { AgentId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Member } from '../identity/identity.policy.ts';

/**
 * What of a style sheet may be shown to visitors: nothing that loads from elsewhere. Parsed apart from the process; throws
 * `VendorFailure` `invalid` where that passes a limit.
 */
export type CleanCss = (css: string) => Promise<string>;

/**
 * Looks whether what is to be published has passed what it must, in the transaction that publishes it: the working copy, or with
 * `versionMd5` an earlier version. Fails with `suite_not_run` or `suite_failed`.
 */
export type PublishGate = (
  tx: Tx,
  member: Member,
  what: { agentId: AgentId; versionMd5: string | null; isOverridden: boolean },
) => Promise<void>;
