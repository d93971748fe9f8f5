import type { AgentId, LeadId } from '@antiphon/contract/ids';
import type { LeadFieldShape } from '@antiphon/contract/lead-fields';
import type { Lead } from '@antiphon/contract/leads';
import { expect, test } from 'vitest';
import { applyChange, csvHead, csvLine, NO_CONTENT } from './leads.rules.ts';

const FIELDS: LeadFieldShape[] = [
  { key: 'email', label: 'Email', type: 'email', choices: [], isRequired: false },
  { key: 'colour', label: 'Colour', type: 'choice', choices: ['Red'], isRequired: false },
];

test('a change is put over what is there, and says which field is wrong', () => {
  const before = { ...NO_CONTENT, name: 'Ann', custom: { colour: 'Red', gone: 'x' } };
  expect(applyChange(FIELDS, before, { email: 'ann@example.com', custom: { colour: '', gone: 'x' } })).toEqual({
    content: { ...before, email: 'ann@example.com', custom: { gone: 'x' } },
    issues: [],
  });
  const { issues } = applyChange(FIELDS, before, {
    name: '',
    email: 'ann',
    phone: 'x',
    custom: { colour: 'green', other: 'x' },
  });
  expect(issues.map(({ path }) => path)).toEqual(['email', 'phone', 'custom.colour', 'custom.other', 'name']);
});

// A visitor chooses their own name: a spreadsheet must not run it.
test('an export runs nothing in a spreadsheet', () => {
  const lead: Lead = {
    id: 'led_1' as LeadId,
    agentId: 'agt_1' as AgentId,
    name: '=HYPERLINK("http://attacker.test","x")',
    email: '+a@example.com',
    phone: '@SUM(1)',
    company: '-1+1',
    custom: { colour: '\t=1' },
    note: 'a,"b"',
    source: 'conversation',
    groups: [],
    conversations: 0,
    createdAt: '2026-11-21T12:00:00.000Z',
    lastSeenAt: '2026-11-21T12:00:00.000Z',
  };
  expect(csvHead(FIELDS)).toBe('\ufeffname,email,phone,company,Colour,groups,note,source,createdAt,lastSeenAt\r\n');
  expect(csvLine(FIELDS, lead)).toBe(
    `"'=HYPERLINK(""http://attacker.test"",""x"")",'+a@example.com,'@SUM(1),'-1+1,"'\t=1",,"a,""b""",conversation,2026-11-21T12:00:00.000Z,2026-11-21T12:00:00.000Z\r\n`,
  );
});
