import type { WorkspaceUid } from '@antiphon/contract/ids';
import { expect, test } from 'vitest';
import { recordsPage } from './dns-reminders.rules.ts';

// Planted: the tab of sending domains for both -> caught here.
test('a mail leads to the tab where the records of its domain stand, in its workspace', () => {
  const of = { region: 'eu' as const, workspaceUid: 'ws_1' as WorkspaceUid };
  const page = (purpose: 'sending' | 'custom') => recordsPage('https://app.example', { ...of, purpose });
  expect(page('custom')).toBe('https://app.example/app/eu/agency?activeTabIndex=1&workspace=ws_1');
  expect(page('sending')).toBe('https://app.example/app/eu/agency?activeTabIndex=2&workspace=ws_1');
  expect(recordsPage(null, { ...of, purpose: 'custom' })).toBe('');
});
