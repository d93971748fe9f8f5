import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebhookDeliveryType } from '@antiphon/contract/webhooks';
import { expect, test } from 'vitest';

const document = readFileSync(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8');

/** The types that have a row in the table of events. */
const documented = (text: string) => [...text.matchAll(/^\| `(\w+)`/gm)].map(([, type]) => type).sort();
const types = WebhookDeliveryType.options.toSorted();

test('every event that an endpoint can be told of stands in docs/webhooks.md, and no other', () => {
  expect(documented(document)).toEqual(types);
});

test('planted: an event without its row is missed', () => {
  const planted = document.replace(/^\| `conversation_ended`.*\n/m, '');
  expect(documented(planted)).not.toEqual(types);
});
