import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Signal } from '@antiphon/contract/signals';

/** Tells the open dashboards of a workspace, in all processes, that something changed. Call after the commit. */
export type Signals = {
  tell(workspaceUid: WorkspaceUid, signal: Signal): void;
  /** `listener` gets each signal; null says that some may have been missed. */
  subscribe(workspaceUid: WorkspaceUid, listener: (signal: Signal | null) => void): () => void;
  stop(): Promise<void>;
};
