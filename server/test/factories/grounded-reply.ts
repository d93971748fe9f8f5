export type ChatMessage = { role: string; content: string };

/** Share of the question's words that a document must hold. */
const COVERAGE_MIN = 0.4;
const EMPTY = new Set(
  'what when where which with your does have will this that from about there they then also'.split(' '),
);

/**
 * What a well-behaved model says to our prompt: the sentence of its documents that shares most words with the last question
 * (the one before counts a little, for follow-ups), with its number; else the marker and that it does not know.
 */
export function groundedReply(messages: ChatMessage[]): string {
  const documents = readDocuments(messages.find((message) => message.role === 'system')?.content ?? '');
  const questions = messages.filter((message) => message.role === 'user').map((message) => wordsOf(message.content));
  const asked = questions.at(-1) ?? [];
  const before = questions.at(-2) ?? [];
  if (asked.length === 0) return 'Hello, how can I help you?';
  const candidates = documents.flatMap(({ number, text }) => {
    const covered = shareOf(asked, wordsOf(text));
    return sentencesOf(text).map((sentence) => {
      const words = wordsOf(sentence);
      return { number, sentence, covered, score: shareOf(asked, words) + 0.4 * shareOf(before, words) };
    });
  });
  const best = candidates
    .filter((candidate) => candidate.covered >= COVERAGE_MIN)
    .toSorted((a, b) => b.score - a.score)[0];
  if (!best) return '[[unknown]] I do not know that. Leave your e-mail address and a person will answer.';
  return `${best.sentence} [${best.number}]`;
}

function readDocuments(system: string) {
  const found = system.matchAll(/<document number="(\d+)"[^>]*>\n?([\s\S]*?)<\/document>/g);
  return [...found].map((match) => ({ number: match[1] ?? '', text: withoutEscapes(match[2] ?? '') }));
}

const withoutEscapes = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&amp;', '&');

/** Words of four letters and more, cut to four: "opening" meets "opens" without a stemmer. */
const wordsOf = (text: string) =>
  (text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [])
    .filter((word) => !EMPTY.has(word))
    .map((word) => word.slice(0, 4));

const shareOf = (wanted: string[], present: string[]) =>
  wanted.length === 0 ? 0 : wanted.filter((word) => present.includes(word)).length / wanted.length;

const sentencesOf = (text: string) =>
  text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
