import type { RenderMode } from '@antiphon/contract/agents';
import type { Variables } from '@antiphon/contract/visitors';
import type { Saved } from '../protocol.ts';
import { guard } from './dom.ts';
import { readSaved, write } from './store.ts';

/** What a page says about its widget, as `window.AgentChat` before the loader or as `data-*` of its script tag. */
export interface GivenConfig {
  ID?: string;
  region?: string;
  render?: RenderMode;
  modalMode?: boolean;
  autostart?: boolean;
  variables?: Variables;
  /** An HSL triple: with it the launcher is drawn before the agent is read. */
  color?: string;
  /** Calls made before the loader came: `[['open'], ['send', 'Hello']]`. */
  queue?: [name: string, ...args: never[]][];
}

export interface LoaderConfig extends GivenConfig {
  ID: string;
  region: string;
  variables: Variables;
  /** The origin that served the loader; the API and the frame are there too. */
  origin: string;
  api: string;
}

/** `data-modal-mode` alone, without a value, is on too. The global wins over the tag. */
export function readConfig({ dataset, src }: HTMLScriptElement, given: GivenConfig): LoaderConfig {
  const { origin } = new URL(src);
  const region = given.region || dataset.region || 'na';
  return {
    ID: encodeURIComponent(given.ID || dataset.id || ''),
    region,
    origin,
    api: `${origin}/api/${region}`,
    render: given.render || (dataset.render as RenderMode | undefined),
    modalMode: given.modalMode ?? switched(dataset.modalMode),
    autostart: given.autostart ?? switched(dataset.autostart),
    variables: { ...(given.variables || JSON.parse(dataset.variables || '{}')) },
    color: given.color || dataset.color,
    queue: given.queue,
  };
}

const switched = (text: string | undefined) => (text === undefined ? undefined : text !== 'false');

export let config: LoaderConfig;
export let saved: Saved;

export function setConfig(next: LoaderConfig): void {
  config = next;
  saved = readSaved(`runtime_local_${config.ID}`);
}

export const save = (next: Saved) => write(`runtime_local_${config.ID}`, Object.assign(saved, next));

type Listener = (detail?: unknown) => void;
const listeners: [string, Listener][] = [];

/** Calls the page's listeners, each on its own. */
export const emit = (name: string, detail?: unknown) => {
  for (const [wanted, listener] of listeners) if (wanted === name) guard(listener)(detail);
};

/** Returns what takes the listener away. */
export const on = (name: string, listener: Listener) => {
  const entry: [string, Listener] = [name, listener];
  listeners.push(entry);
  return () => {
    entry[0] = '';
  };
};
