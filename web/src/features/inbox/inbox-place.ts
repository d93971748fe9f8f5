import type { Signal } from '@antiphon/contract/signals';
import { createContext, useContext } from 'react';

/**
 * Where an inbox stands: a workspace, and the shell's own way to hear what changed in it (null: read everything anew). So the
 * same screen serves every shell whose people answer visitors.
 */
export type InboxPlace = {
  uid: string;
  useChanges: (onChange: (signal: Signal | null) => void) => void;
};

export const InboxContext = createContext<InboxPlace | null>(null);

export function useInboxPlace(): InboxPlace {
  const place = useContext(InboxContext);
  if (!place) throw new Error('An inbox stands within an InboxContext.');
  return place;
}
