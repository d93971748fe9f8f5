import type { WorkspaceUid } from '@antiphon/contract/ids';
import { asked, currentlyAsked, demandCell } from './app-cell-guard.ts';
import { Moved } from './db/moved.ts';
import type { CellDirectory, Leading } from './domain/cells/directory.ports.ts';
import type { Access } from './http/context.ts';

export type AccessDeps = {
  /** The cell that has people and their sessions. */
  first: string;
  names: readonly string[];
  openAccess(name: string): Promise<Access>;
  directory: CellDirectory;
};

/** Of an answer that is nobody's. */
type Nobody = null | false;

/** Asks where somebody or something is, whichever cell the request was given to. */
function makeAsking({ names, directory, openAccess }: AccessDeps) {
  const ask = <Found>(name: string, look: (access: Access) => Promise<Found | Nobody>) =>
    openAccess(name)
      .then(look)
      .catch((error: unknown) => {
        if (error instanceof Moved && error.home === 'away') return null;
        throw error;
      });
  /** Where it is; and where it is now, if it is not there. */
  const askHome = async <Found>(uid: WorkspaceUid, look: (access: Access) => Promise<Found | Nobody>) => {
    const name = await directory.findCell(uid);
    const found = await ask(name, look);
    if (found) return found;
    const now = await directory.lookAgain(uid);
    return now === name ? null : (await ask(now, look)) || null;
  };
  /** By what names no workspace: where it was found before, else each cell once. */
  const askKey = async <Found>(
    [kind, key]: [Leading, string],
    look: (access: Access) => Promise<Found | Nobody>,
    uidOf: (found: Found) => WorkspaceUid | null,
  ) => {
    const whose = await directory.findWhose(kind, key);
    const known = whose && (await askHome(whose, look));
    const found = known || (await askEach(names, (name) => ask(name, look)));
    const uid = found && uidOf(found);
    if (uid) directory.remember(kind, key, uid);
    return { found, uid };
  };
  const homeOf = async (uid: WorkspaceUid) => openAccess(await directory.findCell(uid));
  return { askHome, askKey, homeOf };
}

/**
 * Who asks, in a region with several cells: people and their sessions are in the first one, all else is where the workspace is. What a request of one cell
 * finds to be of another ends with `Moved` before anything is done; it is done there.
 */
export function makeCellAccess(deps: AccessDeps, own: Access): Access {
  const { first, directory, openAccess } = deps;
  const { askHome, askKey, homeOf } = makeAsking(deps);
  /** A request that is another cell's goes there. */
  const demandHere = async (uid: WorkspaceUid | null) => {
    const request = currentlyAsked();
    if (!request || !uid) return;
    request.member = uid;
    await demandCell(directory, request, uid);
  };
  const settled = async <Found>(looking: Promise<{ found: Found; uid: WorkspaceUid | null }>): Promise<Found> => {
    const { found, uid } = await looking;
    await demandHere(uid);
    return found;
  };
  /** What is asked of another cell is no part of the request. */
  const outside = <Result>(work: () => Promise<Result>) => asked.exit(work);
  return {
    ...own,
    findSession: (headers) => outside(async () => (await openAccess(first)).findSession(headers)),
    async findMembership(userId, uid) {
      const home = uid ?? (userId as string as WorkspaceUid);
      const found = await outside(() => askHome(home, (access) => access.findMembership(userId, uid)));
      // The body of the request may name another one later: whoever reads or writes finds out.
      const request = currentlyAsked();
      if (request && found) request.member = found.workspaceUid;
      return found;
    },
    findKeyOwner: (secret) =>
      settled(
        outside(() =>
          askKey(
            ['key', secret],
            (access) => access.findKeyOwner(secret),
            (uid) => uid,
          ),
        ),
      ),
    findAccessKey: (secret) =>
      settled(
        outside(() =>
          askKey(
            ['key', secret],
            (access) => access.findAccessKey(secret),
            (found) => (found === 'expired' ? null : found.workspaceUid),
          ),
        ),
      ),
    findVisitor: (id, token, how) =>
      settled(
        outside(() =>
          askKey(
            ['conversation', id],
            (access) => access.findVisitor(id, token, how),
            ({ workspaceUid }) => workspaceUid,
          ),
        ),
      ),
    findAgentWorkspace: (id) =>
      settled(
        outside(() =>
          askKey(
            ['agent', id],
            (access) => access.findAgentWorkspace(id),
            (uid) => uid,
          ),
        ),
      ),
    async workspaceExists(uid) {
      const exists = await outside(() => askHome(uid, (access) => access.workspaceExists(uid)));
      if (exists) await demandHere(uid);
      return exists ?? false;
    },
    async findClientSession(scope, token) {
      const { workspaceUid } = scope;
      const found = await outside(() => askHome(workspaceUid, (access) => access.findClientSession(scope, token)));
      if (found) await demandHere(workspaceUid);
      return found;
    },
    demandOpened: (client, opening, named) =>
      outside(async () => {
        const access = await homeOf(client.scope.workspaceUid);
        return access.demandOpened(client, opening, named);
      }),
    takeRate: (rules) => outside(() => own.takeRate(rules)),
    takeShare: (rule) => outside(() => own.takeShare(rule)),
    runOnce(scope, request, work) {
      const current = asked.getStore();
      return outside(async () => {
        const access = await homeOf(scope.workspaceUid);
        return access.runOnce(scope, request, () => (current ? asked.run(current, work) : work()));
      });
    },
  };
}

/** All at once; the first that has it. That nobody has it is true only where each cell says so. */
export async function askEach<Found>(
  names: readonly string[],
  ask: (name: string) => Promise<Found | Nobody>,
): Promise<Found | null> {
  const answers = await Promise.allSettled(names.map(ask));
  for (const answer of answers) if (answer.status === 'fulfilled' && answer.value) return answer.value;
  for (const answer of answers) if (answer.status === 'rejected') throw answer.reason;
  return null;
}
