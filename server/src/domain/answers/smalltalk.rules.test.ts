import { expect, test } from 'vitest';
import { smalltalkOf } from './smalltalk.rules.ts';

// Caught here: "Good day! May I ask you something?" was looked for in the documents, and not found.
test.each([
  ['Good day! May I ask you something?', 'empty'],
  ['Guten Tag, darf ich Sie kurz etwas fragen?', 'empty'],
  ['Buenos días, ¿le puedo hacer una pregunta?', 'empty'],
  ['Bonjour, puis-je vous poser une question ?', 'empty'],
  ['مرحبا، هل يمكنني أن أسألك سؤالا؟', 'empty'],
  ['Could I ask a quick question', 'empty'],
  // Seen red: looked for in the documents.
  ['Ich möchte mit jemandem sprechen', 'person'],
  ['Kann ich mit jemandem reden?', 'person'],
  ['kann ich mit jemand von euch telefonieren', 'person'],
  ['Hello there, how are you?', 'wellbeing'],
  ['Hello!', 'greeting'],
  ['Hello agent', null],
  ['Good day, may I ask what a helmet costs?', null],
  ['Guten Tag, darf ich Sie etwas zur Inspektion fragen?', null],
])('what asks for nothing yet is met with a question: %s', (message, phrase) => {
  expect(smalltalkOf(message)).toBe(phrase);
});
