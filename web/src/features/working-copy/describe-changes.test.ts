import { AgentSettings } from '@antiphon/contract/agents';
import { newFunctionId } from '@antiphon/contract/ids';
import { beforeAll, expect, it } from 'vitest';
import { loadEnglish } from '../../texts/load-english.ts';
import { describeChanges, fields, flatten } from './describe-changes.ts';

beforeAll(() => loadEnglish('working-copy'));

const before = AgentSettings.parse({ title: 'Help desk' });

it('has words for every field of the settings document', () => {
  expect(Object.keys(fields).toSorted()).toEqual([...flatten(before).keys()].toSorted());
});

it('says nothing about equal documents', () => {
  expect(describeChanges(before, AgentSettings.parse({ title: 'Help desk' }))).toEqual([]);
});

it('tells the functions of an agent a line each, with how often they may be called', () => {
  const functionId = newFunctionId();
  const after = AgentSettings.parse({
    title: 'Help desk',
    functions: [{ functionId, revision: 2, callsPerDay: 2_500 }],
  });
  const [change] = describeChanges(before, after);
  expect(change).toMatchObject({ path: 'functions', place: 'Settings', label: 'Functions', before: '', kind: 'long' });
  expect(change?.after).toBe(`${functionId}, revision 2; calls a conversation 10, a minute 60, a day 2,500`);
});

it('names what changed in the order of the tabs, in readable words', () => {
  const after = AgentSettings.parse({
    title: 'Sales',
    suggestedQuestions: ['Where are you?', 'What does it cost?'],
    limits: { messagesLimit: 1_000 },
    theme: { acceptsFiles: false },
    translations: { de: { greeting: 'Moin' } },
  });
  expect(describeChanges(before, after)).toEqual([
    { path: 'title', place: 'Overview', label: 'Name', before: 'Help desk', after: 'Sales', kind: 'short' },
    {
      path: 'suggestedQuestions',
      place: 'Prompt',
      label: 'Suggested questions',
      before: '',
      after: 'Where are you?\nWhat does it cost?',
      kind: 'long',
    },
    {
      path: 'limits.messagesLimit',
      place: 'Settings',
      label: 'Messages a month',
      before: 'No limit',
      after: '1,000',
      kind: 'short',
    },
    {
      path: 'theme.acceptsFiles',
      place: 'Channels',
      label: 'Files from visitors',
      before: 'On',
      after: 'Off',
      kind: 'short',
    },
    {
      path: 'translations.de.greeting',
      place: 'Settings',
      label: 'German: Greeting',
      before: '',
      after: 'Moin',
      kind: 'short',
    },
  ]);
});
