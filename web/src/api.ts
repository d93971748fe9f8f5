import { apiContract } from '@antiphon/contract/api';
import { isRegion, type Region } from '@antiphon/contract/regions';
import { i18n } from '@lingui/core';
import { createORPCClient, ORPCError } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { noticed } from './connection.ts';
import { isProblem, offline, type Problem, problemOfBody } from './problem.ts';

export type { Problem };

const WORKSPACE_KEY = 'selected-workspace';

let hostRegion: Region | null = null;

/** On an agency's host there is one region, whatever the address says. */
export function setHostRegion(region: Region): void {
  hostRegion = region;
}

/** The region is a part of the address: `/app/{region}/...`; elsewhere `?region=`, else `na`. */
export function currentRegion(): Region {
  if (hostRegion !== null) return hostRegion;
  const { pathname, search } = window.location;
  const inPath = /^\/app\/([^/]+)/.exec(pathname)?.[1] ?? new URLSearchParams(search).get('region');
  return isRegion(inPath) ? inPath : 'na';
}

export const apiUrl = (path: string, region: Region = currentRegion()) =>
  `${window.location.origin}/api/${region}${path}`;

/** The chosen workspace is kept per region: a uid of one means nothing in the other. */
export const readWorkspaceUid = (region: Region = currentRegion()) =>
  window.localStorage.getItem(`${WORKSPACE_KEY}-${region}`);
export const writeWorkspaceUid = (uid: string, region: Region = currentRegion()) =>
  window.localStorage.setItem(`${WORKSPACE_KEY}-${region}`, uid);

export function workspaceHeader(): Record<string, string> {
  const uid = readWorkspaceUid();
  return uid === null ? {} : { 'x-workspace': uid };
}

/** In which language a mail is to come that this call asks for. */
export const languageHeader = (): Record<string, string> =>
  i18n.locale === '' ? {} : { 'accept-language': i18n.locale };

/** Any thrown value as a `Problem`; a network failure, as `fetch` throws it, is `offline`. */
export function toProblem(error: unknown): Problem {
  if (error instanceof ORPCError) {
    return isProblem(error.data) ? error.data : problemOfBody(null, error.status);
  }
  if (isProblem(error)) return error;
  return error instanceof TypeError ? offline() : problemOfBody(null, 500);
}

/** For a deletion that is tried again: what is gone already is deleted. */
export function goneIsDone(error: unknown): void {
  if (toProblem(error).code !== 'not_found') throw error;
}

/** What a call may say beside its input. */
interface CallContext {
  /** Sent again under the same one, it is done once. */
  idempotencyKey?: string;
  /** Of a test conversation, in which the call is made as its visitor. */
  visitorToken?: string;
}

const visitorHeader = ({ visitorToken }: CallContext): Record<string, string> =>
  visitorToken === undefined ? {} : { authorization: `Bearer ${visitorToken}` };

const keyHeader = ({ idempotencyKey }: CallContext): Record<string, string> =>
  idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };

const link = new OpenAPILink<CallContext>(apiContract, {
  url: () => apiUrl(''),
  headers: ({ context }) => ({
    ...workspaceHeader(),
    ...languageHeader(),
    ...keyHeader(context),
    ...visitorHeader(context),
  }),
  fetch: (request, init) => noticed(window.fetch(request, { ...init, credentials: 'same-origin' })),
  customErrorResponseBodyDecoder: (body, response) => {
    const problem = problemOfBody(body, response.status);
    return new ORPCError(problem.code, { status: response.status, message: problem.message, data: problem });
  },
});

/** The one typed caller: `await api.agents.get({ id })`. */
export const api: ContractRouterClient<typeof apiContract, CallContext> = createORPCClient(link);

/** Options for TanStack Query: `useQuery(query.agents.get.queryOptions({ input: { id } }))`. */
export const query = createTanstackQueryUtils(api);
