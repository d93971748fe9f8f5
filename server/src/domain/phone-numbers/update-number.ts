import { fail } from '@antiphon/contract/errors';
import type { PhoneNumberId } from '@antiphon/contract/ids';
import type { PhoneNumber } from '@antiphon/contract/phone-numbers';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { demandScheduleOf } from '../schedules/demand-schedule.ts';
import { mayBeCalled } from './dialed.rules.ts';
import { demandAgent, type PhoneDeps, readNumber } from './import-number.ts';
import { findNumberRow, updateNumberRow } from './phone-numbers.queries.ts';
import { refusePhone } from './say-phone-fault.ts';

type Change = Partial<
  Pick<PhoneNumber, 'name' | 'agentId' | 'scheduleId' | 'closedText' | 'overflowTo' | 'transferTo' | 'transfersAtOnce'>
>;

/** What is not named stays. Callers are put through to nobody but whom these settings name. */
export async function updateNumber(
  deps: Pick<PhoneDeps, 'database'>,
  member: Member,
  id: PhoneNumberId,
  change: Change,
): Promise<PhoneNumber> {
  demand(member, 'agents.publish');
  const { scope } = member;
  await deps.database.transaction(scope, async (tx) => {
    const { number: before } = (await findNumberRow(tx, scope, id)) ?? fail('not_found');
    await demandAgent(tx, scope, change.agentId ?? null);
    await demandScheduleOf(tx, scope, change.scheduleId ?? null, 'scheduleId');
    for (const field of ['overflowTo', 'transferTo'] as const) {
      const to = change[field] ?? '';
      if (to !== '' && !mayBeCalled(to, before.number)) refusePhone('phoneNotOurs', field);
    }
    if (Object.values(change).every((value) => value === undefined)) return;
    if (!(await updateNumberRow(tx, scope, id, change))) fail('not_found');
    const details = { number: before.number, ...change };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'phone_number.update', target: id, details });
  });
  return readNumber(deps, scope, id);
}
