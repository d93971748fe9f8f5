import { useSyncExternalStore } from 'react';

export interface Store<State> {
  get(): State;
  set(patch: Partial<State>): void;
  subscribe(listener: () => void): () => void;
}

export function makeStore<State extends object>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(patch) {
      state = { ...state, ...patch };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useStore = <State>(store: Store<State>): State => useSyncExternalStore(store.subscribe, store.get);
