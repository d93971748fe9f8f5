import type { RenderMode } from '@antiphon/contract/agents';
import type { Variables } from '@antiphon/contract/visitors';
import type { Saved } from '../protocol.ts';
import { guard } from './dom.ts';
import { read, write } from './store.ts';

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
  /** The language of the page; before the browser's, and before the agent's own. */
  lang?: string;
  /** `staging`; anything else is live. */
  env?: string;
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
  const said: GivenConfig & { id?: string } = { ...(dataset as object), ...given };
  const { origin } = new URL(src);
  const { ID, id, region = 'na', modalMode, autostart, variables = '{}' } = said;
  return {
    ...said,
    ID: encodeURIComponent(ID || id || ''),
    region,
    origin,
    api: `${origin}/api/${region}`,
    modalMode: switched(modalMode),
    autostart: switched(autostart),
    variables: { ...(typeof variables === 'string' ? guard(JSON.parse)(variables) : variables) },
  };
}

const switched = (value: unknown) => (value === undefined ? value : `${value}` !== 'false');

export let config: LoaderConfig;
export const saved: Saved = {};

// Who tries staging has a memory of their own there.
const memory = () => `runtime_local_${config.ID}${config.env || ''}`;

/** What this page or another one of the site remembered last; nothing where it is missing or not ours. */
export const recall = () => Object.assign(saved, read(memory()));

export const save = (next: Saved) => write(memory(), Object.assign(saved, next));

export function setConfig(next: LoaderConfig): void {
  config = next;
  recall();
}

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
