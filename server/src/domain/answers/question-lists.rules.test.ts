import { expect, test } from 'vitest';
import { answerFromPassages } from './builtin-answer.rules.ts';
import { unitsOf } from './passage-units.rules.ts';
import { readQuestionLists } from './question-lists.rules.ts';

const read = (text: string) => readQuestionLists(text.split('\n')).map(({ is, text: said }) => `${is ?? ''}|${said}`);

// Seen red: every mark stood in what was said, and "do you sell vouchers" was answered with the question.
test.for([
  ['Q: Do I need to book?\nA: No.', 'Do I need to book?', 'No.'],
  ['Q. Opening hours\nA. From 9 to 5.', 'Opening hours', 'From 9 to 5.'],
  ['Q1: Is there a lift?\n\nA1: No.', 'Is there a lift?', 'No.'],
  ['- Question 12) Is there a lift?\n- Answer 12) No.', 'Is there a lift?', 'No.'],
  ['**Q:** Is there a lift?\n**A:** No.', 'Is there a lift?', 'No.'],
  ['**Q: Is there a lift?**\nA: **No**.', 'Is there a lift?', '**No**.'],
  ['Q: Is there a lift? A: No.', 'Is there a lift?', 'No.'],
  ['Question: Is there a lift? | Answer: No.', 'Is there a lift?', 'No.'],
  ['F: Gibt es einen Aufzug?\nA: Nein.', 'Gibt es einen Aufzug?', 'Nein.'],
  ['Frage: Gibt es einen Aufzug?\nAntwort: Nein.', 'Gibt es einen Aufzug?', 'Nein.'],
  ['P: ¿Hay ascensor?\nR: No.', '¿Hay ascensor?', 'No.'],
  ['Q : Y a-t-il un ascenseur ?\nR : Non.', 'Y a-t-il un ascenseur ?', 'Non.'],
  ['س: هل يوجد مصعد؟\nج: لا.', 'هل يوجد مصعد؟', 'لا.'],
])('%s is a question with its answer', ([text, question, answer]) => {
  expect(read(text!).filter((line) => line !== '|')).toEqual([`question|${question}`, `answer|${answer}`]);
});

test.for([
  'A: the north pier\nB: the south pier',
  'Q: what is left to do\nWe look at it on Monday.',
  'F. Scott wrote it.\nA. Miller read it.',
  'P: 4 bar\nQ: 12 l\nT: 20 °C',
])('%s is no list of questions', (text) => {
  expect(read(text)).toEqual(text.split('\n').map((line) => `|${line}`));
});

test('what answers a question of a list has it to its end, and the next question is another', () => {
  const units = unitsOf('Q: Is there a lift?\nA: No.\nThere is a ramp.\n\nQ: Is it free?\nA: Yes.');
  expect(units.map(({ kind, text, question }) => [kind, text, question])).toEqual([
    ['question', 'Is there a lift?', undefined],
    ['sentence', 'No.', 'Is there a lift?'],
    ['sentence', 'There is a ramp.', 'Is there a lift?'],
    ['question', 'Is it free?', undefined],
    ['sentence', 'Yes.', 'Is it free?'],
  ]);
});

const faq = `Q: Do you sell gift vouchers?
A: Yes, at the front desk, from £10. They are valid for two years.

Q: Is the sauna included?
A: The sauna is free for members. Everybody else pays £5. It is open from 16:00 on.`;
const ask = (question: string) =>
  answerFromPassages({
    question,
    turns: [],
    passages: [{ title: 'Questions', headingPath: [], text: faq }],
    confidence: 0.9,
    lang: 'en',
  });

test.for([
  ['do you sell vouchers', 'Yes, at the front desk, from £10. They are valid for two years. [1]'],
  [
    'how much is the sauna for guests?',
    'The sauna is free for members. Everybody else pays £5. It is open from 16:00 on. [1]',
  ],
])('"%s" is told the whole answer of the question that it is like', ([question, answer]) => {
  expect(ask(question!).text).toBe(answer);
});
