import { describe, expect, it, test } from 'vitest';
import { completeQuestion, leaningOf } from './leaning.rules.ts';

const before = { en: 'How much is rye bread?', de: 'Was kostet das Roggenbrot?' };

describe('a question that stands on its own', () => {
  it.each([
    'Do you have gluten free bread?',
    'Is there parking?',
    'opening hours',
    'Is it possible to pay by card?',
    'how long does it take to ship a cake',
    'What are your prices?',
    'Are you open this weekend?',
    'I ordered a cake, can I cancel it?',
    'What is the bread that has no nuts?',
    'and do you deliver?',
    'How much is the croissant then?',
    'How do I get there by train?',
    '有停车场吗？',
  ])('%s', (question) => {
    expect(leaningOf(question, before.en)).toBeNull();
  });

  it.each([
    'Haben Sie glutenfreies Brot?',
    'Gibt es Parkplätze?',
    'Wann öffnet das Café?',
    'Ist es möglich, mit Karte zu zahlen?',
    'Habt ihr diese Woche offen?',
    'Und liefert ihr auch?',
    'Was kostet ein Croissant dann?',
  ])('%s', (question) => {
    expect(leaningOf(question, before.de)).toBeNull();
  });
});

test.each([
  ['how much is that?', 'bare'],
  ['How long does it keep?', 'pointing'],
  ['Are they vegan?', 'pointing'],
  ['Do you have a smaller one?', 'pointing'],
  ['And the croissant?', 'part'],
  ['what about the croissant', 'part'],
  ['croissants?', 'part'],
  ['spelt bread?', 'part'],
  ['for children?', 'part'],
  ['is lunch included?', 'part'],
  ['And how much?', 'bare'],
  ['Und das Croissant?', 'part'],
  ['Was kostet das?', 'bare'],
  ['Ist der vegan?', 'pointing'],
  ['Wie lange kann man ihn lagern?', 'pointing'],
  ['Was muss ich dafür mitbringen?', 'pointing'],
  ['Und bei Kindern?', 'part'],
])('%s leans: %s', (question, leaning) => {
  expect(leaningOf(question, /[äöü]|Und|Was|Wie|Ist /.test(question) ? before.de : before.en)).toBe(leaning);
});

test('a question takes the turns before as far back as they lean on one another, and no others', () => {
  const turns = [
    'When are you open?',
    'How much is rye bread made with sourdough?',
    'And the croissant?',
    'Is it vegan?',
  ];
  expect(completeQuestion(turns, 3)).toEqual({ leaning: 'pointing', context: turns.slice(1, 3) });
  expect(completeQuestion([...turns, 'Do you have gluten free bread?'], 3)).toEqual({ leaning: null, context: [] });
  expect(completeQuestion(['Is it vegan?'], 3)).toEqual({ leaning: null, context: [] });
});
