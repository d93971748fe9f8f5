import type { LeadFieldShape } from '@antiphon/contract/lead-fields';
import { expect, test } from 'vitest';
import { leadRules, leadTool } from './lead-tool.rules.ts';

const field = (key: string, more: Partial<LeadFieldShape> = {}): LeadFieldShape => ({
  key,
  label: key,
  type: 'text',
  choices: [],
  isRequired: false,
  ...more,
});

test('what the rules read by themselves asks no model for anything', () => {
  const fields = [field('name'), field('email'), field('phone')];
  expect(leadTool(fields)).toBeNull();
  expect(leadTool([])).toBeNull();
  expect(leadRules(fields)).toEqual([]);
});

test('a field of the agent is offered with its type, and asked for where it is required', () => {
  const fields = [
    field('email'),
    field('budget', { type: 'number', label: 'Your\nbudget', isRequired: true }),
    field('size', { type: 'choice', choices: ['S', 'L'] }),
  ];
  expect(leadTool(fields)?.inputSchema).toEqual({
    type: 'object',
    properties: {
      email: { type: 'string', description: 'email' },
      budget: { type: 'number', description: 'Your\nbudget' },
      size: { type: 'string', enum: ['S', 'L'], description: 'size' },
    },
    additionalProperties: false,
  });
  expect(leadRules(fields)).toEqual([
    expect.stringContaining('"email", "Your budget", "size"'),
    expect.stringContaining('ask for "Your budget"'),
  ]);
});
