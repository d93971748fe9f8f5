import { AgentSettings } from '@antiphon/contract/agents';
import { expect, test } from 'vitest';
import { type HandoffWish, restrictHandoff } from './handoff-wishes.rules.ts';

const { handoff } = AgentSettings.parse({ title: 'Shop' });
const usual: HandoffWish = { disableHandoff: false, settings: { smartHandoff: true, disableHandoffMessages: false } };
const wants = (settings: Partial<HandoffWish['settings']>, disableHandoff = false): HandoffWish => ({
  disableHandoff,
  settings: { ...usual.settings, ...settings },
});

test.each<[what: string, orgs: HandoffWish[], isEnabled: boolean, isSmart: boolean, announces: boolean]>([
  ['no org', [], true, true, true],
  ['an org as it begins', [usual], true, true, true],
  ['one of two disables it', [usual, wants({}, true)], false, true, true],
  ['one of two does not want it smart', [wants({ smartHandoff: false }), usual], true, false, true],
  ['one of two wants no messages', [usual, wants({ disableHandoffMessages: true })], true, true, false],
])('%s', (_what, orgs, isEnabled, isSmart, announces) => {
  expect(restrictHandoff(handoff, orgs)).toMatchObject({ isEnabled, isSmart, announces });
});

test('what the agent itself does not do, no org brings', () => {
  const off = { ...handoff, isEnabled: false, isSmart: false };
  expect(restrictHandoff(off, [usual])).toMatchObject({ isEnabled: false, isSmart: false });
});
