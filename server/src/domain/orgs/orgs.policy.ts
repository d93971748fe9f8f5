import type { ClientActor } from '@antiphon/contract/client-sessions';
import { fail } from '@antiphon/contract/errors';

/** An org is its admins' to change; whoever came with the agency's key is of none. */
export const canEditOrg = ({ isOrgAdmin, orgId }: ClientActor) => isOrgAdmin && orgId !== '';

export function demandOrgAdmin(actor: ClientActor) {
  if (!canEditOrg(actor)) fail('forbidden', { message: 'You are not an admin' });
}
