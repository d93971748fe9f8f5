import type { SentVector } from './search.ports.ts';
import { nearestByCosine, readSentVector, unitVector } from './vectors.rules.ts';

/** What a vector takes beside its numbers: its id, its place among the others, the array around the numbers. */
const BESIDE_BYTES = 300;

type Kept = { revision: number; numbers: number; bytes: number; units: Map<string, Float32Array> };

export type KeptVectors = ReturnType<typeof makeKeptVectors>;

/**
 * Vectors of agents, at most `bytesMax` in all: whoever was asked for the longest time ago makes room. Room is taken for an
 * agent as a whole before its first vector comes, so that the bound holds at every moment. `key` is agent and model.
 */
export function makeKeptVectors(bytesMax: number) {
  /** The least recently used first. */
  const agents = new Map<string, Kept>();
  let bytes = 0;
  const drop = (key: string) => {
    bytes -= agents.get(key)?.bytes ?? 0;
    agents.delete(key);
  };
  const put = (key: string, kept: Kept) => {
    drop(key);
    agents.set(key, kept);
    bytes += kept.bytes;
  };
  return {
    /** Null unless all vectors of this revision, or of a newer one, are kept. */
    nearest(input: { key: string; revision: number; question: Float32Array; most: number }): string[] | null {
      const kept = agents.get(input.key);
      if (!kept || kept.revision < input.revision || kept.numbers !== input.question.length) return null;
      put(input.key, kept);
      return nearestByCosine(input.question, kept.units, input.most);
    },
    /** Makes room, forgets what is not in `ids`, and tells which of them are missing; null where there can be no room. */
    begin(input: { key: string; ids: string[]; numbers: number }): string[] | null {
      const { key, ids, numbers } = input;
      const needed = ids.length * (numbers * 4 + BESIDE_BYTES);
      const before = agents.get(key);
      drop(key);
      if (needed > bytesMax) return null;
      for (const oldest of agents.keys()) {
        if (bytes + needed <= bytesMax) break;
        drop(oldest);
      }
      const usable = before?.numbers === numbers ? before : { revision: -1, units: new Map<string, Float32Array>() };
      const units = new Map<string, Float32Array>();
      for (const id of ids) {
        const unit = usable.units.get(id);
        if (unit) units.set(id, unit);
      }
      put(key, { revision: usable.revision, numbers, bytes: needed, units });
      return ids.filter((id) => !units.has(id));
    },
    /** False where another agent has taken the room meanwhile. Vectors of another length are of another model and left out. */
    add(input: { key: string; vectors: SentVector[] }): boolean {
      const kept = agents.get(input.key);
      if (!kept) return false;
      for (const [id, unit] of unitsOf(input.vectors, kept.numbers)) kept.units.set(id, unit);
      return true;
    },
    /** Says that all vectors of the revision came. False as of `add`. */
    finish(input: { key: string; revision: number }): boolean {
      const kept = agents.get(input.key);
      if (kept) kept.revision = input.revision;
      return kept !== undefined;
    },
    /** Compares without keeping. */
    compare(input: { question: Float32Array; vectors: SentVector[]; most: number }): string[] {
      const { question, vectors, most } = input;
      return nearestByCosine(question, unitsOf(vectors, question.length), most);
    },
    /** `bytes` are those of the numbers that are there. */
    held(_: object): { agents: number; vectors: number; bytes: number } {
      const all = [...agents.values()].flatMap(({ units }) => [...units.values()]);
      return { agents: agents.size, vectors: all.length, bytes: all.reduce((sum, unit) => sum + unit.byteLength, 0) };
    },
  };
}

function unitsOf(vectors: SentVector[], numbers: number): Map<string, Float32Array> {
  const units = new Map<string, Float32Array>();
  for (const { id, sent } of vectors) {
    const vector = readSentVector(sent);
    const unit = vector.length === numbers ? unitVector(vector) : null;
    if (unit) units.set(id, unit);
  }
  return units;
}
