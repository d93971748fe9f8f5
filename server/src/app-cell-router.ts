import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { RunningRegion } from './app.ts';
import { askEach, makeCellAccess } from './app-cell-access.ts';
import { type Asked, asked } from './app-cell-guard.ts';
import type { CellDirectory } from './domain/cells/directory.ports.ts';
import type { Access, RequestContext } from './http/context.ts';
import { seemingOwner } from './http/names-workspace.ts';

export type FrontOptions = {
  first: RunningRegion;
  /** Of each cell, the first one's before all others. */
  names: readonly [string, ...string[]];
  /** Rejects with `unavailable` while the cell cannot be reached. */
  open(name: string): Promise<RunningRegion>;
  directory: CellDirectory;
};

type Work<Result> = (api: RunningRegion, context: RequestContext) => Promise<Result>;

const UNAVAILABLE = 503;

/**
 * Gives a request to the cell where it seems to belong; one that finds itself elsewhere, or its workspace moved, is done once more in the right one,
 * if nothing is done yet.
 */
export function makeCellRouter({ first, names, open, directory }: FrontOptions) {
  const firstName = names[0];
  const openAccess = async (name: string) => (await open(name)).access;
  const made = new WeakMap<Access, Access>();
  const accessOf = (own: Access): Access => {
    const access = made.get(own) ?? makeCellAccess({ first: firstName, names, openAccess, directory }, own);
    made.set(own, access);
    return access;
  };
  const access = accessOf(first.access);

  const attempt = async <Result>(cell: string, context: RequestContext, work: Work<Result>) => {
    const request: Asked = { cell, member: null, elsewhere: null, hasBegun: false, isOver: false };
    const api = await open(cell);
    const inside = { ...context, access: accessOf(api.access) };
    try {
      const result = await asked.run(request, () => work(api, inside));
      return { request, result, settle: () => result };
    } catch (error) {
      return {
        request,
        settle: (): Result => {
          throw error;
        },
      };
    } finally {
      request.isOver = true;
    }
  };
  const run = async <Result>(cell: string, context: RequestContext, work: Work<Result>): Promise<Result> => {
    const tried = await attempt(cell, context, work);
    const { elsewhere, hasBegun } = tried.request;
    const wasRefused =
      !('result' in tried) || (tried.result instanceof Response && tried.result.status === UNAVAILABLE);
    if (!wasRefused || !elsewhere || hasBegun) return tried.settle();
    return (await attempt(await directory.findCell(elsewhere), context, work)).settle();
  };
  const ofWorkspace = async <Result>(uid: string, context: RequestContext, work: Work<Result>) =>
    run(await directory.findCell(uid as WorkspaceUid), context, work);

  /** Where it seems to belong. */
  const choose = async (request: Request, context: RequestContext): Promise<string> => {
    const path = new URL(request.url).pathname.replace(/^\/api\/[^/]+/, '');
    const seems = seemingOwner(path, context.headers, context.agency?.workspaceUid ?? null);
    if (!seems) return firstName;
    const uid = seems.kind === 'workspace' ? seems.key : await directory.findWhose(seems.kind, seems.key);
    return uid ? directory.findCell(uid) : firstName;
  };
  /** `sent` may be read twice. */
  const runRequest = async <Result>(
    request: Request,
    context: RequestContext,
    work: (api: RunningRegion, request: Request, context: RequestContext) => Promise<Result>,
  ): Promise<Result> => {
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
    const spare = hasBody ? request.clone() : request;
    let sent = request;
    try {
      return await run(await choose(request, context), context, (api, inside) => {
        const once = work(api, sent, inside);
        sent = spare;
        return once;
      });
    } finally {
      if (hasBody && !spare.bodyUsed) void spare.body?.cancel().catch(() => {});
    }
  };
  /** In the one that has it, where nothing says which. */
  const inEach = <Result>(context: RequestContext, work: Work<Result | null>): Promise<Result | null> =>
    askEach(names, async (name) => (await attempt(name, context, work)).settle());
  const each = <Result>(ask: (api: RunningRegion) => Promise<Result | null | false>): Promise<Result | null> =>
    askEach(names, async (name) => ask(await open(name)));
  const at = async (uid: WorkspaceUid) => open(await directory.findCell(uid));

  return { access, firstName, run, ofWorkspace, runRequest, inEach, each, at };
}
