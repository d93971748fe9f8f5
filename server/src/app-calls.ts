import type { Region } from '@antiphon/contract/regions';
import { makeRouter, programTools, type RouteDeps } from './app-modules.ts';
import { makeOpenCall } from './domain/calls/call-sockets.routes.ts';
import type { CallHolder } from './domain/calls/take-call.ts';
import type { PhoneCallDeps } from './domain/phone-calls/answer-call.ts';
import { makeOpenRelay } from './domain/phone-calls/phone-calls.routes.ts';
import { type ApiHandler, makeApiHandler } from './http/api.ts';
import { makeProcedureCaller } from './http/call-procedure.ts';
import type { OpenCall, OpenRelay } from './http/call-sockets.ts';
import { type McpHandler, makeMcpHandler } from './http/mcp.ts';
import type { Settings } from './settings.ts';

/** What is called under `/api/{region}`: procedures, by programs of members the tools over them, and agents, by voice. */
export function makeCalls(
  settings: Settings,
  region: Region,
  deps: RouteDeps & PhoneCallDeps & { calls: CallHolder },
): { handle: ApiHandler; mcp: McpHandler; openCall: OpenCall; openRelay: OpenRelay } {
  const { PLATFORM_NAME: name, PLATFORM_ROOT_DOMAIN: root, publicUrl } = settings;
  const router = makeRouter(deps);
  // The platform's own; an agency's are others.
  const hosts = [root, `www.${root}`, ...(publicUrl ? [new URL(publicUrl).hostname] : [])];
  const callAs = makeProcedureCaller(router);
  return {
    handle: makeApiHandler(router, region),
    mcp: makeMcpHandler({ tools: programTools, callAs, name, hosts }),
    openCall: makeOpenCall(deps.calls),
    openRelay: makeOpenRelay(deps),
  };
}
