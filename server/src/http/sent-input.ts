import { limits } from '@antiphon/contract/limits';
import type { BodyLimits } from './read-body.ts';
import { demandStorable } from './storable-input.ts';

/**
 * What was sent to a procedure, as its middlewares see it: who asks is decided by the path's names (and the context's
 * headers) alone. The rest is read when somebody asks for it, at the latest to be validated, which is after every middleware.
 */
export class SentInput {
  readonly params: Readonly<Record<string, unknown>>;
  readonly #isBodiless: boolean;
  readonly #readAll: (jsonBytesMax: BodyLimits['jsonBytesMax']) => Promise<unknown>;
  #jsonBytesMax: number = limits.strangersBodyBytesMax;
  #read: Promise<unknown> | undefined;

  constructor(given: {
    params: Readonly<Record<string, unknown>>;
    /** All of it stands in the address. */
    isBodiless: boolean;
    readAll(jsonBytesMax: number): Promise<unknown>;
  }) {
    demandStorable(given.params);
    this.params = given.params;
    this.#isBodiless = given.isBodiless;
    this.#readAll = given.readAll;
  }

  /** Called once an account is known: who has one may send longer texts. */
  takeMore() {
    this.#jsonBytesMax = limits.bodyBytesMax;
  }

  /** Path, query and body as the contract's schema expects them, not yet validated. Read once. */
  read(): Promise<unknown> {
    this.#read ??= this.#readAll(this.#jsonBytesMax).then((input) => {
      demandStorable(input);
      return input;
    });
    return this.#read;
  }

  /** Named by the path, else by the query of a request that has no body; what the path names, nothing can replace. */
  async named(...names: readonly string[]): Promise<string | null> {
    const inPath = names.find((name) => Object.hasOwn(this.params, name));
    if (inPath !== undefined) return textField(this.params, inPath);
    const query = this.#isBodiless ? await this.read() : null;
    return names.map((name) => textField(query, name)).find((text) => text !== null) ?? null;
  }
}

/** Everything that is called comes through `makeApiHandler`, which makes it. */
export function sentInput(input: unknown): SentInput {
  if (input instanceof SentInput) return input;
  throw new TypeError('a procedure was called with its input instead of what was sent');
}

/** Of an input that was not validated yet. */
export function textField(input: unknown, name: string): string | null {
  const value = (input as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' && value.length > 0 && value.length <= 64 ? value : null;
}
