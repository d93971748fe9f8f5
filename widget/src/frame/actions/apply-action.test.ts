import type { Action } from '@antiphon/contract/actions';
import type { FunctionCallId } from '@antiphon/contract/ids';
import { expect, test } from 'vitest';
import { applyAction, type CardAction, openOf } from './apply-action.ts';

const action = (callId: string): Action => ({
  ...{ callId: callId as FunctionCallId, messageId: null, sentence: 'Book a table?', arguments: [] },
  ...{ button: 'Book', decline: 'No', expiresAt: '2026-11-28T14:15:00.000Z', doneAt: null },
});
const at = '2026-11-28T14:02:00.000Z';
const shown = (list: CardAction[]) => openOf(list).map(({ callId, status }) => [callId, status]);

// Planted: an event that comes twice adds its action twice -> caught here.
test('an action is proposed, confirmed and settled; a new proposal stands beside what runs', () => {
  const proposed = { event: 'action_proposed', data: action('fcl_1') } as const;
  let list = applyAction([], proposed);
  list = applyAction(list, proposed);
  expect(shown(list)).toEqual([['fcl_1', 'proposed']]);
  const confirmed = { callId: 'fcl_1' as FunctionCallId, sentence: 'One moment.', at };
  list = applyAction(list, { event: 'action_confirmed', data: confirmed });
  expect(openOf(list)[0]).toMatchObject({ status: 'running', waiting: 'One moment.' });
  list = applyAction(list, { event: 'action_proposed', data: action('fcl_2') });
  expect(shown(list)).toEqual([
    ['fcl_1', 'running'],
    ['fcl_2', 'proposed'],
  ]);
  const settled = {
    callId: 'fcl_1' as FunctionCallId,
    status: 'done',
    receipt: 'Booked.',
    messageId: null,
    at,
  } as const;
  list = applyAction(list, { event: 'action_settled', data: settled });
  expect(shown(list)).toEqual([['fcl_2', 'proposed']]);
});
