import { useLayoutEffect, useState } from 'preact/hooks';

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
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

export function useStore<State>(store: Store<State>): State {
  const [, draw] = useState(store.get);
  useLayoutEffect(() => {
    const look = () => draw(store.get);
    // What changed between the drawing and this was told to nobody here.
    look();
    return store.subscribe(look);
  }, []);
  return store.get();
}
