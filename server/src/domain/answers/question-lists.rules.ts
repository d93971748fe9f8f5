/** What marks a question and its answer in a list of them: "Q: Do I need to book?", "A: No." One letter, or a word. */
const labels: Record<string, readonly [string, string]> = {
  en: ['Q|Question', 'A|Answer'],
  de: ['F|Frage', 'A|Antwort'],
  es: ['P|Pregunta', 'R|Respuesta'],
  fr: ['Q|Question', 'R|Réponse|Reponse'],
  it: ['D|Domanda', 'R|Risposta'],
  pt: ['P|Pergunta', 'R|Resposta'],
  nl: ['V|Vraag', 'A|Antwoord'],
  ar: ['س|سؤال|السؤال', 'ج|جواب|الجواب|إجابة|الإجابة'],
  ru: ['В|Вопрос', 'О|Ответ'],
  tr: ['S|Soru', 'C|Cevap|Yanıt'],
  pl: ['P|Pytanie', 'O|Odpowiedź'],
};
const anyOf = (place: 0 | 1) => [...new Set(Object.values(labels).flatMap((pair) => pair[place].split('|')))].join('|');

const bold = '(?:\\*\\*|__)?';
const number = '(?:\\s?\\p{N}{1,3})?';
/** "F." and "P)" open the names of people, and lists. */
const dotted = ['Q|Question|Frage', 'A|Answer|Antwort'] as const;
const label = (place: 0 | 1) =>
  `${bold}(?:(?:${anyOf(place)})${number}${bold}\\s?[:：]|(?:${dotted[place]})${number}${bold}[.)])${bold}(?=\\s|$|\\p{L}{2})`;
const lead = '^\\s*(?:(?:[-*•]|\\d{1,3}[.)])\\s+)?';
const opensQuestion = new RegExp(`${lead}${label(0)}\\s*`, 'u');
const opensAnswer = new RegExp(`${lead}${label(1)}\\s*`, 'u');
/** Of several in one line, as pages and tables run them together: "Q: Do I need to book? A: No." */
const withinLine = new RegExp(`(?<=[?؟.!]["'”)*_]{0,3})(?:\\s+\\|)?\\s+(?=(?:${label(0)}|${label(1)})\\s)`, 'gu');

/** A line of a passage; `is`: a question of a list, or the beginning of its answer, without their marks. */
export type ListedLine = { text: string; is: 'question' | 'answer' | null };

/** With the mark goes what it left of a bold line: "**Q: Do I need to book?**". */
function marksOff(line: string, mark: RegExp): string {
  const text = line.replace(mark, '').trim();
  return (text.match(/\*\*|__/gu)?.length ?? 0) % 2 === 1 ? text.replace(/(?:\*\*|__)$/u, '') : text;
}

/**
 * Lines with the marks of questions and answers taken off, where there is such a list: a question with an answer next. A "Q." or an
 * "A." alone is anything.
 */
export function readQuestionLists(lines: readonly string[]): ListedLine[] {
  const parted = lines.flatMap((line) =>
    opensQuestion.test(line) || opensAnswer.test(line) ? line.split(withinLine) : [line],
  );
  const filled = parted.filter((line) => line.trim() !== '');
  const isList = filled.some((line, at) => opensQuestion.test(line) && opensAnswer.test(filled[at + 1] ?? ''));
  if (!isList) return lines.map((text) => ({ text, is: null }));
  let isAsked = true;
  return parted.map((text) => {
    if (opensQuestion.test(text)) {
      isAsked = true;
      return { text: marksOff(text, opensQuestion), is: 'question' };
    }
    if (isAsked && opensAnswer.test(text)) {
      isAsked = false;
      return { text: marksOff(text, opensAnswer), is: 'answer' };
    }
    return { text, is: null };
  });
}
