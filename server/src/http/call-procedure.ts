import type { ApiContract } from '@antiphon/contract/api';
import type { InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract';
import { type AnyProcedure, type AnyRouter, createProcedureClient } from '@orpc/server';
import { validatingLate } from './api.ts';
import type { RequestContext } from './context.ts';
import { SentInput } from './sent-input.ts';

type Inputs = InferContractRouterInputs<ApiContract>;
type Outputs = InferContractRouterOutputs<ApiContract>;

/** Calls one procedure, as somebody. Fails with the failures of the public list. */
export type CallProcedure = <Noun extends keyof ApiContract, Verb extends keyof ApiContract[Noun] & keyof Inputs[Noun]>(
  noun: Noun,
  verb: Verb,
  input: Inputs[Noun][Verb],
) => Promise<Verb extends keyof Outputs[Noun] ? Outputs[Noun][Verb] : never>;

/**
 * The same procedures as under `/api/{region}`, with their middlewares, schemas, limits and audit, called from within: who asks is
 * what `context` says, and the headers of whatever request brought the call say nothing.
 */
export function makeProcedureCaller(router: AnyRouter): (context: RequestContext) => CallProcedure {
  const nouns = router as unknown as Record<string, Record<string, AnyProcedure>>;
  return (context) =>
    (async (noun: string, verb: string, input: Record<string, unknown>) => {
      const procedure = nouns[noun]?.[verb];
      if (!procedure) throw new TypeError(`there is no procedure ${noun}.${verb}`);
      const { method = 'POST', path = '' } = procedure['~orpc'].route;
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const params = Object.fromEntries(named.map((name) => [name, input[name]]));
      const sent = new SentInput({ params, isBodiless: method === 'GET', readAll: async () => input });
      const call = createProcedureClient(validatingLate(procedure), {
        context: { ...context, method, headers: new Headers() } as never,
        path: [noun, verb],
      }) as (input: unknown) => Promise<unknown>;
      return call(sent);
    }) as CallProcedure;
}
