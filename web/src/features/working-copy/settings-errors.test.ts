import { AgentSettings } from '@antiphon/contract/agents';
import { beforeAll, expect, it } from 'vitest';
import { loadEnglish } from '../../texts/load-english.ts';
import { settingsErrors } from './settings-errors.ts';

beforeAll(() => loadEnglish('working-copy'));

const settings = AgentSettings.parse({ title: 'Help desk' });

it('finds nothing wrong with a new agent', () => {
  expect(settingsErrors(settings)).toEqual({});
});

it('asks for the name of a language model', () => {
  expect(settingsErrors({ ...settings, model: { ...settings.model, provider: 'openai', model: ' ' } })).toEqual({
    'model.model': 'Please enter the name of the model.',
  });
});

it('says in words what is wrong, by field', () => {
  expect(
    settingsErrors({
      ...settings,
      title: ' ',
      greeting: 'x'.repeat(1_001),
      suggestedQuestions: ['Where?', ''],
      roundedImageURL: 'http://example.com/a.png',
      limits: { messagesLimit: 0, monthlyCredits: null },
      model: { ...settings.model, temperature: 3 },
    }),
  ).toEqual({
    title: 'Please give the agent a name.',
    greeting: 'Please use at most 1,000 characters.',
    'suggestedQuestions.1': 'Please enter something here.',
    roundedImageURL: 'Use an https address.',
    'limits.messagesLimit': 'Please enter 1 or more.',
    'model.temperature': 'Please enter 2 or less.',
  });
});
