import { isDeepStrictEqual as isSame } from 'node:util';
import type { AgentSettings } from '@antiphon/contract/agents';
import { isLocked, isPushed } from '@antiphon/contract/blueprint-parts';
import type { Override } from '@antiphon/contract/blueprints';
import { type Item, type Keyed, keyed, mergeOrder } from './merge-lists.rules.ts';

export type Merge = {
  /** What the blueprint said when it was pushed last, with the slots filled in. */
  base: AgentSettings;
  /** What it says now. */
  next: AgentSettings;
  /** The client's working copy. */
  current: AgentSettings;
  locked: readonly string[];
};

/** `settings` have the shape of settings, and may break a limit of them: whoever stores them parses them first. */
export type Merged = { settings: unknown; kept: Override[]; overwritten: Override[] };

type Three = { base: unknown; next: unknown; current: unknown };
/** `name` is the field that a list is kept in, `item` how its thing is called, `isIn` whether it stands in a list. */
type Place = { path: string; field: string; name: string; item: string; isIn: boolean };
type Lists = { base: Keyed; next: Keyed; current: Keyed };

/**
 * What the blueprint changed since `base`, in an agent in which people changed other things, path by path: where the agent still
 * says what the blueprint said, it takes what it says now; everything else is the client's and listed, but for what is locked.
 */
export function mergeSettings({ locked, ...three }: Merge): Merged {
  const kept: Override[] = [];
  const overwritten: Override[] = [];

  function merge(of: Three, at: Place): unknown {
    const { base, next, current } = of;
    if (!isPushed(at.path)) return current;
    if (isMap(current) && isMap(next) && (isMap(base) || base === undefined) && isOneShape(of, at)) {
      const known = { base: base ?? {}, next, current };
      return mergeMaps(known as Record<keyof Three, Item>, at);
    }
    if (isSame(current, next)) return current;
    if (isSame(current, base)) return next;
    if (isLocked(at.path, locked)) {
      overwritten.push(say(of, at));
      return next;
    }
    const lists = listsOf(of, at);
    if (lists) return mergeItems(lists, at);
    kept.push(say(of, at));
    return current;
  }

  function mergeMaps(of: Record<keyof Three, Item>, at: Place): Item {
    const result: Item = {};
    // The blueprint's order of keys: records such as languages have one.
    for (const key of new Set([...Object.keys(of.next), ...Object.keys(of.current)])) {
      const value = merge(pick(of, key), behind(at, key));
      if (value !== undefined) result[key] = value;
    }
    return result;
  }

  function mergeItems({ base, next, current }: Lists, at: Place): Item[] {
    const items = new Map<string, Item>();
    for (const key of new Set([...next.keys(), ...current.keys()])) {
      const of = { base: base.get(key), next: next.get(key), current: current.get(key) };
      const item = merge(of, behindItem(at, key, (of.current ?? of.next) as Item));
      if (item !== undefined) items.set(key, item as Item);
    }
    const orders = { base: [...base.keys()], next: [...next.keys()], current: [...current.keys()] };
    const { order, isKept } = mergeOrder(orders, new Set(items.keys()));
    if (isKept)
      kept.push({ ...place(at), kind: 'order', isConflict: orders.base.join('\n') !== orders.next.join('\n') });
    return order.map((key) => items.get(key)!);
  }

  const root: Place = { path: '', field: '', name: '', item: '', isIn: false };
  return { settings: merge(three, root), kept, overwritten };
}

/** What differs between a blueprint and an agent that follows it: all that a push would keep. */
export const listOverrides = (base: AgentSettings, current: AgentSettings): Override[] =>
  mergeSettings({ base, next: base, current, locked: [] }).kept;

const isMap = (value: unknown): value is Item => value !== null && typeof value === 'object' && !Array.isArray(value);

/** A thing of a list whose fields are others by now is another thing: it is taken or kept as a whole. Records grow and shrink. */
function isOneShape({ base, next, current }: Three, { path, isIn }: Place): boolean {
  if (path === 'flow') return isMap(base);
  if (!isIn) return true;
  const [of, ...others] = [current, next, base].map((one) => Object.keys(one ?? {}).sort());
  const kinds = new Set([base, next, current].map((one) => (one as Item | undefined)?.kind));
  return kinds.size === 1 && others.every((keys) => isSame(keys, of));
}

function listsOf({ base, next, current }: Three, { name }: Place): Lists | null {
  const lists = { base: keyed(name, base), next: keyed(name, next), current: keyed(name, current) };
  return lists.base && lists.next && lists.current ? (lists as Lists) : null;
}

const pick = ({ base, next, current }: Record<keyof Three, Item>, key: string): Three => ({
  ...{ base: own(base, key), next: own(next, key), current: own(current, key) },
});
const own = (of: Item, key: string) => (Object.hasOwn(of, key) ? of[key] : undefined);

const join = (path: string, key: string) => (path === '' ? key : `${path}.${key}`);
/** Fields are named as far as screens have a word for them: up to the first list, and all of a canvas is one. */
function behind(at: Place, key: string): Place {
  const path = join(at.path, key);
  return { ...at, path, name: key, field: at.isIn || at.path === 'flow' ? at.field : path };
}
function behindItem(at: Place, key: string, thing: Item): Place {
  const item = [thing.name, thing.label, thing.kind, at.item, key].find((word) => typeof word === 'string' && word);
  const isPart = at.name === 'edges' || at.name === 'inputs' || at.name === 'outputs';
  return { ...at, path: join(at.path, key), item: isPart ? at.item : (item as string), isIn: true };
}

const place = ({ path, field, item }: Place) => ({ path, field, item });

/** `isConflict`: the blueprint changed it as well. */
const say = ({ base, next, current }: Three, at: Place): Override => ({
  ...place(at),
  kind: current === undefined ? 'removed' : base === undefined && next === undefined ? 'added' : 'changed',
  isConflict: !isSame(base, next),
});
