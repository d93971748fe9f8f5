import type { ClientActor } from '@antiphon/contract/client-sessions';
import { fail } from '@antiphon/contract/errors';
import { type AgencyId, type FileId, newFeedbackId } from '@antiphon/contract/ids';
import type { DashboardLanguage } from '@antiphon/contract/languages';
import { limits } from '@antiphon/contract/limits';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { queueEmail } from '../email/queue-email.ts';
import { listMemberAddresses } from '../members/list-member-addresses.ts';
import { deleteFiles } from '../uploads/delete-files.ts';
import { storeFile, type UploadDeps } from '../uploads/store-file.ts';
import type { FileKind } from '../uploads/uploads.ports.ts';
import { findEnds, insertFeedback } from './feedback.queries.ts';

export type FeedbackDeps = UploadDeps & { secretKey: string; systemScope: SystemScope };

const KINDS: readonly FileKind[] = ['pdf', 'docx', 'md', 'txt', 'csv', 'png', 'jpeg', 'webp', 'gif'];

/**
 * Stores what a client wrote to the agency, and with it the mail to the support address, which a job sends and tries again.
 * `origin` is the agency's host, where the files are read by whoever knows their address. Fails with `conflict` where the
 * agency has no such address, with `not_found` where another agency is named. No button is shown then, nor without a verified sending domain; what was written before is taken.
 */
export async function sendFeedback(
  deps: FeedbackDeps,
  { scope, actor, origin }: { scope: Scope; actor: ClientActor; origin: string },
  { agencyId, message, attachments }: { agencyId: AgencyId; message: string; attachments: File[] },
): Promise<void> {
  if (actor.openedBy !== null) fail('forbidden');
  const ends = await deps.database.transaction(scope, (tx) => findEnds(tx, scope, actor.clientId));
  if (ends && ends.agencyId !== agencyId) fail('not_found');
  if (!ends || ends.supportEmail === '')
    fail('conflict', { message: 'Your provider has no address for feedback yet.' });
  const { name, email, brandName, supportEmail } = ends;
  const language = await languageOf(deps, scope, supportEmail);
  const files: { id: FileId; name: string }[] = [];
  try {
    for (const file of attachments) files.push(await storeAttachment(deps, scope, file));
    await deps.database.transaction(scope, async (tx) => {
      const fileIds = files.map(({ id }) => id);
      await insertFeedback(tx, scope, { id: newFeedbackId(), clientId: actor.clientId, email, message, fileIds });
      const paragraphs = message.split(/\r?\n/).filter((line) => line.trim() !== '');
      const links = files.map((file) => `${file.name}: ${origin}/api/${deps.database.region}/files/${file.id}`);
      const props = { name, email, paragraphs, files: links };
      const mail = { to: supportEmail, language, brandName };
      await queueEmail(deps, tx, scope, { template: 'client_feedback', props, ...mail });
    });
  } catch (error) {
    // What was not stored whole is not stored at all: the person sends it again.
    const ids = files.map(({ id }) => id);
    const deleteBytes = await deps.database.transaction(scope, (tx) => deleteFiles(tx, scope, ids));
    await deleteBytes(deps);
    throw error;
  }
}

/** Of the member whose address it is, else of whoever has been in the workspace longest. */
async function languageOf(deps: FeedbackDeps, scope: Scope, supportEmail: string): Promise<DashboardLanguage> {
  const members = await listMemberAddresses(deps, scope.workspaceUid);
  return (members.find(({ email }) => email === supportEmail.toLowerCase()) ?? members[0])?.language ?? 'en';
}

function storeAttachment(deps: FeedbackDeps, scope: Scope, file: File) {
  const input = { file, kinds: KINDS, bytesMax: limits.uploadBytesMax, agentId: null, conversationId: null };
  return storeFile(deps, scope, input, async (_tx, { id, name }) => ({ id, name }));
}
