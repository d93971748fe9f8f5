import type { KeptTemplate } from '@antiphon/contract/campaign-words';

import { fail } from '@antiphon/contract/errors';
import type { AgentId, ChannelConnectionId } from '@antiphon/contract/ids';
import type { ChosenTemplate, MessageTemplate } from '@antiphon/contract/message-templates';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import type { Channels, ChannelTemplate } from './channels.ports.ts';
import { openAccount } from './open-account.ts';
import { getConnection } from './use-connection.ts';

export type TemplateDeps = { database: Database; channels: Channels; secretKey: string };
type At = { agentId: AgentId; connectionId: ChannelConnectionId };

/**
 * The approved texts of a number, as its provider has them now: they are kept there. Fails with `not_found` for a number that is not the
 * agent's, with `conflict` where its account refuses us, and with `unavailable` where the provider does not answer.
 */
export async function listTemplates(deps: TemplateDeps, scope: Scope, at: At): Promise<MessageTemplate[]> {
  const found = await askTemplates(deps, scope, at);
  return found
    .map(({ isNamed: _, ...one }) => one)
    .sort((a, b) => Number(a.fault !== null) - Number(b.fault !== null) || a.name.localeCompare(b.name));
}

/** One of these, with what stands in its places. Fails with `invalid_input` where it is not there, or cannot be sent. */
export async function chooseTemplate(
  deps: TemplateDeps,
  scope: Scope,
  at: At,
  { name, language, values }: ChosenTemplate,
): Promise<KeptTemplate> {
  const all = await askTemplates(deps, scope, at);
  const found = all.find((one) => one.name === name && one.language === language);
  if (!found) return refuse('This template is not there any more. Choose another one.');
  if (found.fault !== null) return refuse('This template cannot be sent as it is. Choose another one.');
  if (values.length > found.places.length) return refuse('This template has fewer places.');
  const { category, text, places, isNamed } = found;
  return { ...{ name, language, category, text, places, isNamed }, values: places.map((_, n) => values[n] ?? '') };
}

async function askTemplates(
  { database, channels, secretKey }: TemplateDeps,
  scope: Scope,
  { agentId, connectionId }: At,
): Promise<ChannelTemplate[]> {
  const connection = await database.transaction(scope, (tx) => getConnection(tx, scope, connectionId));
  if (connection?.agentId !== agentId || connection.isSimulated) fail('not_found');
  const ask = channels[connection.provider].listTemplates;
  if (!ask) return fail('not_found');
  try {
    return await ask(openAccount(secretKey, scope, connection));
  } catch (error) {
    if (!(error instanceof VendorFailure)) throw error;
    if (error.kind === 'unauthorized')
      fail('conflict', { message: 'This number is not connected any more. It can be connected again under Channels.' });
    return fail('unavailable');
  }
}

const refuse = (message: string): never => fail('invalid_input', { message, issues: [{ path: 'template', message }] });
