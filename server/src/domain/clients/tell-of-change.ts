import type { DashboardLanguage } from '@antiphon/contract/languages';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findAgencyFace } from '../agencies/find-agency-face.ts';
import { queueWhereAllowed } from '../email/queue-email.ts';

export type NoticeDeps = { secretKey: string; publicUrl: string | null };
/** `email` is where the mail goes. */
type Told = { name: string; email: string; preferredLanguage: DashboardLanguage };
type By = { byAgency: boolean };

/** In the agency's name and the client's language; with the change, or not at all. No mail holds a password. */
export async function tellOfNewPassword(deps: NoticeDeps, tx: Tx, scope: Scope, client: Told, { byAgency }: By) {
  const agency = await findAgencyFace(deps, tx, scope);
  if (!agency) return;
  const { name: brandName, url, supportEmail } = agency;
  const props = { clientName: client.name, byAgency, contact: supportEmail || brandName, url };
  await queueWhereAllowed(deps, tx, scope, { template: 'client_password_changed', props, ...to(client), brandName });
}

/** To the address that was theirs: whoever reads it has not asked for the change, perhaps. The new one stands in no mail. */
export async function tellOfNewEmail(deps: NoticeDeps, tx: Tx, scope: Scope, client: Told, { byAgency }: By) {
  const agency = await findAgencyFace(deps, tx, scope);
  if (!agency) return;
  const { name: brandName, supportEmail } = agency;
  const props = { clientName: client.name, byAgency, contact: supportEmail || brandName };
  await queueWhereAllowed(deps, tx, scope, { template: 'client_email_changed', props, ...to(client), brandName });
}

const to = ({ email, preferredLanguage }: Told) => ({ to: email, language: preferredLanguage });
