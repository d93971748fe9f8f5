import type Stripe from 'stripe';

/** A list as it travels; what travels with it is never the library's own list. */
export type List<T> = { object: 'list'; data: T[]; has_more: boolean; url: string };

// biome-ignore lint/suspicious/noExplicitAny: any function at all
type AnyFunction = (...args: any[]) => unknown;

/** A field that may be expanded (a string, or the object itself) is a string here: expanding comes last. */
type Field<T> = string extends T ? Exclude<T, object> : Wire<T>;

/** What a type of the library is as JSON: decimals are strings, methods are gone, nothing is expanded. */
export type Wire<T> = T extends Stripe.Decimal
  ? string
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends { object: 'list'; data: (infer E)[] }
      ? List<Wire<E>>
      : T extends (infer E)[]
        ? Field<E>[]
        : { [K in keyof T as T[K] extends AnyFunction ? never : K]: Field<T[K]> };
