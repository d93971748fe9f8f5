import { expect, test } from 'vitest';
import { AgentSettings } from './agents.ts';
import { chooseLanguage, speakIn } from './visitor-texts.ts';

test.each([
  ['the page before everything', 'de', 'fr-CA', 'es,en', 'fr-CA'],
  ['the one that the agent is fixed to', 'de', '', 'es,en', 'de'],
  ["the browser's first", 'automatic', '', 'ar-EG,ar;q=0.9,en;q=0.8', 'ar-EG'],
  ['the first that there are words for', 'automatic', '', 'ca, es;q=0.9, en;q=0.8', 'es'],
  ["the browser's first where there are words for none", 'automatic', '', 'ja-JP,ja;q=0.9', 'ja-JP'],
  ['English for whoever says nothing', 'automatic', '', '', 'en'],
])('%s', (_name, lang, page, accepted, expected) => {
  expect(chooseLanguage({ lang, translations: {} }, page, accepted)).toBe(expected);
});

test('what the owner did not write follows the visitor, what they wrote stays', () => {
  const settings = AgentSettings.parse({ title: 'A', theme: { proactiveMessage: 'Questions about parcels?' } });
  const spoken = speakIn(settings, 'de-AT');
  expect(spoken.greeting).toBe('Hallo, wie kann ich Ihnen helfen?');
  expect(spoken.privacy.aiNotice).toBe('Sie sprechen mit einer KI');
  expect(spoken.theme.proactiveMessage).toBe('Questions about parcels?');
  expect(speakIn(settings, 'ja')).toEqual(settings);
});

test('what the owner wrote for a language goes before what is said by default, field by field', () => {
  const settings = AgentSettings.parse({
    title: 'A',
    greeting: 'Ahoy!',
    suggestedQuestions: ['Prices?'],
    translations: { ja: { greeting: 'こんにちは' }, de: { aiNotice: 'Eine KI', suggestedQuestions: ['Preise?'] } },
  });
  expect(chooseLanguage(settings, '', 'ja-JP,en;q=0.5')).toBe('ja-JP');
  expect(speakIn(settings, 'ja-JP')).toMatchObject({ greeting: 'こんにちは', suggestedQuestions: ['Prices?'] });
  expect(speakIn(settings, 'de')).toMatchObject({
    greeting: 'Ahoy!',
    suggestedQuestions: ['Preise?'],
    privacy: { aiNotice: 'Eine KI' },
  });
});

test('an agent has at most 20 languages, each by its name', () => {
  const parse = (tags: string[]) =>
    AgentSettings.safeParse({ title: 'A', translations: Object.fromEntries(tags.map((tag) => [tag, {}])) }).success;
  const many = Array.from({ length: 21 }, (_, at) => `a${String.fromCharCode(97 + at)}`);
  expect([parse(['de', 'pt-BR']), parse(many.slice(1)), parse(many), parse(['German'])]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
