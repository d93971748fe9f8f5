import type { Unit } from './passage-units.rules.ts';

/** In the languages of the product. */
const emergency =
  /(?<!\p{L})(?:emergenc(?:y|ies)|notf[aä]ll(?:e|en)?|notdienst|notruf\p{L}*|urgences?|emergencias?|urgencias?|emergenze?|spoed\p{L}*|طوارئ|الطوارئ)(?!\p{L})/iu;

/** A number to be called: seven digits or more, with what stands between them, or a short one of the authorities. */
const telephone = /(?<![\p{L}\d])(?:\+?\d(?:[\s()/.-]{0,2}\d){6,14}|112|911|999)(?!\d)/u;
/** What is longer is no sentence. */
const READ_CHARS_MAX = 1_000;

const isOfEmergencies = (text: string): boolean => emergency.test(text.slice(0, READ_CHARS_MAX));
const hasTelephone = (text: string): boolean => telephone.test(text.slice(0, READ_CHARS_MAX));

/**
 * Where an answer is about emergencies, or is asked for in one, and holds no number to call: the sentences of the same passage that do. Whoever
 * asks has no time to ask again.
 */
export function numbersToCall<One extends Unit>(
  { question, above }: { question: string; above: string },
  said: readonly One[],
  passage: readonly One[],
): One[] {
  const isMeant = isOfEmergencies(question) || said.some(({ text }) => isOfEmergencies(text)) || isOfEmergencies(above);
  if (!isMeant || said.some(({ text }) => hasTelephone(text))) return [];
  return passage.filter((unit) => unit.kind === 'sentence' && hasTelephone(unit.text)).slice(0, 2);
}
