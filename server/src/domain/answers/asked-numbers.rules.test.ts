import { expect, test } from 'vitest';
import { leftOpenBy } from './asked-numbers.rules.ts';

test.each([
  ['How many teachers are there?', 'Many of our teachers are potters. A course costs 40 dollars.', true],
  ['How many teachers are there?', 'Our four teachers are potters.', false],
  [
    'When is my appointment?',
    'Please cancel at least 24 hours before your appointment; later we charge 40 dollars.',
    true,
  ],
  ['When is my appointment?', 'If you are late, we may have to move your appointment.', true],
  ['When is the market?', 'The market is in May.', false],
  ['Wann sind die Vorspiele?', 'Die Vorspiele sind im Dezember.', false],
  ['Wie viele Lehrer gibt es?', 'Viele Lehrer haben eine Werkstatt.', true],
  // Seen red: what one must know to use the ropes without an instructor; "Learn the ropes: 2 hours".
  ['How do I become an instructor?', 'To use the ropes without an instructor you must show us a knot.', true],
  ['How do I become an instructor?', 'Our training for instructors begins in May.', false],
  ['Wie werde ich Trainer bei euch?', 'Trainer und Gurte sind dabei.', true],
  ['Wie werde ich benachrichtigt?', 'Sie bekommen eine Nachricht.', undefined],
  ['How long must my rope be?', 'Learn the ropes: Length 2 hours.', true],
  ['How long must my rope be?', 'A rope of at least 40 metres is needed.', false],
  ['When is a server unhealthy?', 'A server that fails is unhealthy.', undefined],
  ['Combien de temps dure le stage ?', 'Le stage dure longtemps.', undefined],
  ['Do you deliver when it rains?', 'We deliver by bike.', undefined],
])('%s leaves open: %s', (question, text, is) => {
  expect(leftOpenBy(question)?.(text)).toBe(is);
});

test.each([' ', 'a', '1', '12 ', '| ', 'a: ', '5 hours ', '$1,'])('a megabyte of %j is read at once', (part) => {
  const text = part.repeat(1_000_000 / part.length);
  const read = (of: string) => {
    leftOpenBy('How many are there?')?.(of);
    leftOpenBy('When is my appointment?')?.(of);
    leftOpenBy('How do I become a potter?')?.(of);
    leftOpenBy('How long must the rope be?')?.(of);
  };
  read('once, for patterns are compiled');
  const before = performance.now();
  read(text);
  expect(performance.now() - before).toBeLessThan(50);
});
