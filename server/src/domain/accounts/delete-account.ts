import { fail } from '@antiphon/contract/errors';
import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { OtherCells } from '../../db/other-cells.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { forgetAddress } from '../email/forget-address.ts';
import type { PlanDeps } from '../entitlements/set-plan.ts';
import { demandFreshSignIn, erasePerson } from '../identity/erase-person.ts';
import type { SignedInUser } from '../identity/identity.ports.ts';
import { demandOwnedAlone, endOwnedWorkspaces } from '../workspaces/end-owned-workspaces.ts';

export type AccountDeps = PlanDeps & {
  database: Database;
  systemScope: SystemScope;
  makeScope: (uid: WorkspaceUid) => Scope;
  otherCells: OtherCells;
};

/**
 * Ends a person's account with every workspace that is theirs alone, at once and for good; what those hold is taken away by
 * the job that erases workspaces. `email` is the person's own address, typed. Fails with `sign_in_again`, `workspaces_shared`
 * or `invalid_input`, and then nothing has changed.
 */
export async function deleteAccount(deps: AccountDeps, user: SignedInUser, email: string): Promise<void> {
  if (email.trim().toLowerCase() !== user.email.toLowerCase())
    fail('invalid_input', { issues: [{ path: 'email', message: 'This is not the address of your account.' }] });
  const now = new Date();
  await endElsewhere(deps, user, now);
  await deps.database.transaction(deps.systemScope, async (tx) => {
    await demandFreshSignIn(tx, user, now);
    await endOwnedWorkspaces(tx, deps.makeScope, user.userId, now);
    await forgetAddress(tx, user.email);
    await erasePerson(tx, user);
  });
}

/** Whatever ends half-way is ended by the next try: the account itself is last. */
async function endElsewhere(deps: AccountDeps, user: SignedInUser, now: Date): Promise<void> {
  const others = (await deps.otherCells?.()) ?? [];
  if (others.length === 0) return;
  await deps.database.transaction(deps.systemScope, async (tx) => {
    await demandFreshSignIn(tx, user, now);
    await demandOwnedAlone(tx, user.userId);
  });
  for (const other of others) await other.transaction(deps.systemScope, (tx) => demandOwnedAlone(tx, user.userId));
  for (const other of others)
    await other.transaction(deps.systemScope, async (tx) => {
      await endOwnedWorkspaces(tx, deps.makeScope, user.userId, now);
      await erasePerson(tx, user);
    });
}
