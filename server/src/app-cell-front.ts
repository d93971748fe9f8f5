import { Failure } from '@antiphon/contract/errors';
import type { ConversationId } from '@antiphon/contract/ids';
import type { RunningRegion } from './app.ts';
import { type FrontOptions, makeCellRouter } from './app-cell-router.ts';
import { makeSystemScope } from './db/make-scope.ts';
import { bringPerson } from './domain/cells/settle-people.ts';
import type { RequestContext } from './http/context.ts';
import { bearerOf } from './http/procedures.ts';
import type { RegionApi } from './http/server.ts';

const systemScope = makeSystemScope('cells');

/** A region with several cells, as one. */
export function makeCellFront(options: FrontOptions): RegionApi & Pick<RunningRegion, 'peer'> {
  const { first, names, open, directory } = options;
  const { access, firstName, run, ofWorkspace, runRequest, inEach, each, at } = makeCellRouter(options);
  const bringJoining = async (api: RunningRegion, context: RequestContext) => {
    const user = await access.findSession(context.headers);
    if (user) await bringPerson({ database: first.database, systemScope }, api.database, user.userId);
  };
  return {
    access,
    peer: {
      ...first.peer,
      freeHost: async (host) =>
        (await Promise.all(names.map(async (name) => (await open(name)).peer.freeHost(host)))).every(Boolean),
    },
    handle: (request, context) =>
      runRequest(request, context, async (api, sent, inside) => {
        if (api !== first && isJoining(sent)) await bringJoining(api, inside);
        return api.handle(sent, inside);
      }),
    mcp: (request, context) => runRequest(request, context, (api, sent, inside) => api.mcp(sent, inside)),
    signIn: (context, request) => first.signIn(context, request),
    serveFile: (id, hostOf) => each((api) => api.serveFile(id, hostOf)),
    downloadExport: (context, named) =>
      ofWorkspace(named.uid, context, (api, inside) => api.downloadExport(inside, named)),
    takeRecording: (context, of, isDownload) =>
      ofWorkspace(of.uid, context, (api, inside) => api.takeRecording(inside, of, isDownload)),
    async streamEvents(context, id, response) {
      // Once its headers are sent nothing can be done elsewhere.
      const token = bearerOf(context.headers);
      if (token) await access.findVisitor(id as ConversationId, token, 'known');
      const uid = await directory.findWhose('conversation', id);
      const cell = uid ? await directory.findCell(uid) : firstName;
      await run(cell, context, (api, inside) => api.streamEvents(inside, id, response));
    },
    streamInbox: (context, what, response) =>
      ofWorkspace(what.uid, context, (api, inside) => api.streamInbox(inside, what, response)),
    streamSignals: (context, uid, response) =>
      ofWorkspace(uid, context, (api, inside) => api.streamSignals(inside, uid, response)),
    async takePaymentEvent(context, request, endpoint) {
      // The provider calls one address: each cell passes by what is about nobody of its own.
      const spares = names.map(() => request.clone());
      const answers = await Promise.allSettled(
        names.map(async (name, index) =>
          (await open(name)).takePaymentEvent(context, spares[index] as Request, endpoint),
        ),
      );
      const failed = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
      const taken = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
      // One that a cell could not keep is told again.
      const passing = failed.find((error) => !isRefusal(error));
      if (passing || !taken[0]) throw passing ?? failed[0];
      return taken[0];
    },
    async takeHook(context, request, named) {
      const known = await directory.findWhose('hook', named.hookKey);
      const isThere = known && (await (await at(known)).findHookOwner(named));
      const uid = isThere || (await each((api) => api.findHookOwner(named)));
      if (uid) directory.remember('hook', named.hookKey, uid);
      const spare = request.clone();
      let sent = request;
      return run(uid ? await directory.findCell(uid) : firstName, context, (api, inside) => {
        const once = api.takeHook(inside, sent, named);
        sent = spare;
        return once;
      });
    },
    openCall: (context, named) => inEach(context, (api, inside) => api.openCall(inside, named)),
    openRelay: (context, named) => inEach(context, (api, inside) => api.openRelay(inside, named)),
    async findHostAgency(host) {
      const uid = await directory.findWhose('host', host);
      const found =
        (uid && (await (await at(uid)).findHostAgency(host))) || (await each((api) => api.findHostAgency(host)));
      if (found) directory.remember('host', host, found.workspaceUid);
      return found;
    },
    hostToken: first.hostToken,
    mayHaveCertificate: async (host) => (await each((api) => api.mayHaveCertificate(host))) ?? false,
    readAgencyCss: async (uid) => (await at(uid)).readAgencyCss(uid),
    readFrameOrigins: async (uid) => (await at(uid)).readFrameOrigins(uid),
    serveTab: (id, query) => each((api) => api.serveTab(id, query)),
    readFontSheet: (id) => each((api) => api.readFontSheet(id)),
    readFontFile: (id, number) => each((api) => api.readFontFile(id, number)),
  };
}

/** Said of what was sent, and not of the database. */
const isRefusal = (error: unknown) => error instanceof Failure && error.code !== 'unavailable';

/** Whoever joins a workspace is a person of its cell from then on. */
const isJoining = ({ method, url }: Request) =>
  method === 'POST' && /^\/api\/[^/]+\/no-auth\/workspaces\/[^/]+\/invite$/.test(new URL(url).pathname);
