import { expect, test } from 'vitest';
import { answerFromPassages } from './builtin-answer.rules.ts';
import { complaintIn, tellsOfComplaints } from './complaints.rules.ts';

// Seen red: before complaints were looked at, each was told that nothing was found about it.
test.each([
  ['I want to make a complaint', 'sorry to hear'],
  ['I want to complain', 'sorry to hear'],
  ['I am very unhappy with my filling', 'sorry to hear'],
  ['The woman at the desk was rude', 'sorry to hear'],
  ['I waited for an hour yesterday, unacceptable!', 'sorry to hear'],
  ['Ich möchte mich beschweren', 'tut mir leid'],
  ['Ich bin sehr unzufrieden mit meiner Füllung', 'tut mir leid'],
  ['Quiero poner una queja por el servicio', 'Lo siento'],
  ['Je suis très déçue de mon stage', 'désolé'],
  ['أريد تقديم شكوى', 'يؤسفني'],
  ['Where can I complain?', 'sorry to hear'],
])('who complains is told that it is a pity, and who will see to it: %s', (question, says) => {
  const found = answerFromPassages({ question, turns: [], passages: [], confidence: 0, lang: '' });
  expect(found.text).toContain(says);
  expect(found.outcome).toBe('unknown');
});

test.each([
  'The weather is terrible, is the pool open?',
  'I have a terrible toothache',
  'Ich habe Beschwerden beim Kauen',
  'No complaints so far',
  'How much is a filling?',
])('who says something else does not complain: %s', (question) => {
  expect(complaintIn(question)).toBeNull();
});

const ask = (question: string, text: string) =>
  answerFromPassages({
    question,
    turns: [],
    passages: [{ title: '', headingPath: [], text }],
    confidence: 0.9,
    lang: '',
  });

test('a complaint is answered by what is said of complaints, and by nothing else', () => {
  const complaints = 'Send a complaint to the head of the practice. She answers within a week.';
  expect(ask('I want to make a complaint', complaints)).toMatchObject({ outcome: 'answered' });
  expect(ask('I am very unhappy with my filling', 'A white filling costs 165 dollars.').text).toContain('sorry');
  expect(ask('How much is a filling?', 'A white filling costs 165 dollars.')).toMatchObject({ outcome: 'answered' });
});

test.each([' ', 'a', 'не ', '"', 'no complain ', 'je suis pas '])('a megabyte of %j is read at once', (part) => {
  const text = part.repeat(1_000_000 / part.length);
  tellsOfComplaints('once, for its patterns are compiled');
  const before = performance.now();
  tellsOfComplaints(text);
  complaintIn(text);
  expect(performance.now() - before).toBeLessThan(50);
});
