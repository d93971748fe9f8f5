import type { AnswerTool } from './answers.ports.ts';

/** A word of Latin letters, a number, another letter or mark, white space, or a sign. */
const PIECES = /((?:\p{Script=Latin}\p{M}*)+)|(\p{N}+)|([\p{L}\p{M}])|(\s+)|./gsu;
const PLAIN = /^[A-Za-z]+$/;

/** Tokens a character of scripts without spaces, or that few tokenizers were made for. */
const LETTER = 1.4;
const LETTERS = [
  [/\p{Script=Cyrillic}|\p{Script=Greek}/u, 0.55],
  [/\p{Script=Arabic}|\p{Script=Hebrew}/u, 0.9],
] as const;

/**
 * How many tokens a language model sees in a text, a little more rather than less: no two vendors cut alike, and what is held and
 * charged by it must cover theirs. Some 5 to 50 % above what tokenizers make of European languages, more for other scripts.
 */
export function countTokens(text: string): number {
  let tokens = 0;
  for (const [piece, word, digits, letter, space] of text.matchAll(PIECES)) {
    if (word) tokens += Math.ceil(word.length / (PLAIN.test(word) ? 6 : 1.8));
    else if (digits) tokens += digits.length / 1.4;
    else if (letter) tokens += LETTERS.find(([script]) => script.test(letter))?.[1] ?? LETTER;
    else if (space) tokens += space === ' ' ? 0.05 : 1;
    else tokens += piece.length > 1 ? 3 : 0.95;
  }
  return Math.ceil(tokens * 1.05);
}

/** Roles and separators that a provider adds around a message, and what it tells a model of tools. */
const FRAME = 8;
const TOOLS_FRAME = 350;

/** Of a prompt as it is sent. */
export function countPrompt(prompt: {
  system: string;
  messages: readonly { content: string }[];
  tools: readonly AnswerTool[];
}): number {
  const texts = [prompt.system, ...prompt.messages.map(({ content }) => content)];
  const tools = prompt.tools.length === 0 ? 0 : TOOLS_FRAME + countTokens(JSON.stringify(prompt.tools));
  return texts.reduce((sum, text) => sum + FRAME + countTokens(text), tools);
}
