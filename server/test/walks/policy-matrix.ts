import { type ApiContract, apiContract } from '@antiphon/contract/api';
import type { ProcedureName, Row } from './policy-row.ts';
import { agenciesRows } from './policy-rows/agencies.ts';
import { agentsRows } from './policy-rows/agents.ts';
import { analyticsRows } from './policy-rows/analytics.ts';
import { campaignsRows } from './policy-rows/campaigns.ts';
import { clientsRows } from './policy-rows/clients.ts';
import { conversationsRows } from './policy-rows/conversations.ts';
import { exportsRows } from './policy-rows/exports.ts';
import { leadsRows } from './policy-rows/leads.ts';
import { operationsRows } from './policy-rows/operations.ts';
import { peopleRows } from './policy-rows/people.ts';

/** A new procedure without a row here does not pass the type check. The walks go through it in this order. */
export const policyMatrix: Record<ProcedureName, Row> = {
  ...peopleRows,
  ...agenciesRows,
  ...agentsRows,
  ...conversationsRows,
  ...leadsRows,
  ...analyticsRows,
  ...campaignsRows,
  ...operationsRows,
  ...clientsRows,
  ...exportsRows,
};

type Route = { method: string; path: string; status: number };

/** Method, path with its parameters in braces, and the status of a success, as the contract says. */
export function routeOf(name: ProcedureName): Route {
  const [noun, verb] = name.split('.') as [keyof ApiContract, string];
  const procedure = (
    apiContract[noun] as Record<string, { '~orpc': { route: Partial<Route> & { successStatus?: number } } }>
  )[verb];
  const { method = 'GET', path = '/', successStatus = 200 } = procedure?.['~orpc'].route ?? {};
  return { method, path, status: successStatus };
}

/** What stands in the contract and has no row, and the other way around; the types say the same. */
export function findMissingRows(): string[] {
  const inContract = Object.entries(apiContract).flatMap(([noun, verbs]) =>
    Object.keys(verbs).map((verb) => `${noun}.${verb}`),
  );
  const inMatrix = Object.keys(policyMatrix);
  return [
    ...inContract.filter((name) => !inMatrix.includes(name)),
    ...inMatrix.filter((name) => !inContract.includes(name)),
  ];
}
