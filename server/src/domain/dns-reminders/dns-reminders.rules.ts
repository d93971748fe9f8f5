import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Region } from '@antiphon/contract/regions';

/** Where a person sees the records of a domain: the tab of an agency's settings. */
const TABS = { sending: 2, custom: 1 } as const;

/** Names the workspace: whoever has several may have another one open. Empty where the installation has no address. */
export const recordsPage = (
  publicUrl: string | null,
  of: { region: Region; workspaceUid: WorkspaceUid; purpose: keyof typeof TABS },
): string =>
  publicUrl
    ? `${publicUrl}/app/${of.region}/agency?activeTabIndex=${TABS[of.purpose]}&workspace=${of.workspaceUid}`
    : '';

const HOUR_MS = 60 * 60_000;

/** After the claim. */
const REMINDED_AFTER_MS = [24 * HOUR_MS, 72 * HOUR_MS] as const;

/** When the next reminder leaves, of those that lie after `now`; null after the last. */
export function nextReminder(claimedAt: Date, now: Date): Date | null {
  const times = REMINDED_AFTER_MS.map((ms) => new Date(claimedAt.getTime() + ms));
  return times.find((time) => time > now) ?? null;
}
