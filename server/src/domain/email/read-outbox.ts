import type { OutboxEmail } from '@antiphon/contract/email';
import { fail } from '@antiphon/contract/errors';
import type { EmailId } from '@antiphon/contract/ids';
import type { EmailTemplate, Letter, TemplatedEmail } from './email.ports.ts';
import { type EmailRow, findEmail, listNewest } from './email.system.queries.ts';
import { openProps } from './seal-props.ts';
import { colorOf, type SendDeps } from './send-email.ts';
import { brandOf, languageOf, writeLetter } from './templates.rules.ts';

const SHOWN_MAX = 100;

type OutboxDeps = Pick<
  SendDeps,
  'database' | 'systemScope' | 'secretKey' | 'platformName' | 'renderLetter' | 'findBrandColor' | 'emailTransport'
>;
/** `isOwnMachine`: a developer's, which has no name for the world to call and no proxy in front. */
type Shown = Pick<OutboxDeps, 'emailTransport'> & { isOwnMachine: boolean };

/** Mails hold links that open accounts: shown on a developer's own machine alone, and only where they go nowhere else. */
export const hasOutbox = (deps: Shown, isLocal: boolean) =>
  isLocal && deps.isOwnMachine && deps.emailTransport === null;

export async function listOutbox(deps: OutboxDeps): Promise<OutboxEmail[]> {
  const rows = await deps.database.transaction(deps.systemScope, (tx) => listNewest(tx, SHOWN_MAX));
  return rows.map((row) => present(row, open(deps, row)?.letter ?? null));
}

export async function getOutboxEmail(deps: OutboxDeps, id: EmailId) {
  const row = await deps.database.transaction(deps.systemScope, (tx) => findEmail(tx, id));
  const opened = row && open(deps, row);
  if (!opened) fail('not_found');
  const { letter, agency, name } = opened;
  const color = await colorOf(deps, row, agency);
  return { ...present(row, letter), ...(await deps.renderLetter(letter, { name, color })) };
}

function open(deps: OutboxDeps, row: EmailRow): { letter: Letter; agency: string | null; name: string } | null {
  const props = row.sealed && openProps(deps.secretKey, row.id, row.sealed);
  if (!props) return null;
  const agency = brandOf(props);
  const name = agency ?? deps.platformName;
  const mail = { template: row.template as EmailTemplate, props } as TemplatedEmail;
  return { letter: writeLetter(mail, name, languageOf(props)), agency, name };
}

const present = (row: EmailRow, letter: Letter | null): OutboxEmail => ({
  id: row.id,
  to: row.toAddress,
  subject: letter?.subject ?? row.template,
  state: row.state,
  createdAt: row.createdAt.toISOString(),
});
