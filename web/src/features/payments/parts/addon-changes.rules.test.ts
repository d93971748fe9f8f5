import { expect, test } from 'vitest';
import { changesOf, isNone, mostOf } from './addon-changes.rules.ts';

const status = (addonKey: string, quantity: number, paidQuantity = quantity) => ({
  ...{ addonKey, quantity, paidQuantity, hasAddon: paidQuantity > 0, name: addonKey, price: 5 },
});
const statuses = [status('client_seat', 2), status('workspace-seat', 1, 3), status('twilio-phone-number', 0)];

test('what was typed is told from what is there: fewer, back, and more', () => {
  const changes = changesOf(statuses, { client_seat: 1, 'workspace-seat': 3, 'twilio-phone-number': 2 });
  expect(changes).toEqual({
    fewer: [{ addonId: 'client_seat', from: 2, to: 1 }],
    back: [{ addonId: 'workspace-seat', from: 1, to: 3 }],
    more: [{ addonId: 'twilio-phone-number', from: 0, to: 2 }],
  });
  expect(isNone(changes)).toBe(false);
});

test('typed as it was is no change', () => {
  expect(isNone(changesOf(statuses, { client_seat: 2 }))).toBe(true);
});

test('ten more at a time, and first what is paid for', () => {
  expect([mostOf(status('client_seat', 2)), mostOf(status('client_seat', 1, 3))]).toEqual([12, 3]);
});
