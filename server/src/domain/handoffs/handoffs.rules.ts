import type { HandoffConversation } from '../conversations/change-handoff.ts';

/** Nobody came: a wait of this long is over. The agent answers again, and the request stays in the inbox as missed. */
export const WAIT_MS_MAX = 3 * 60_000;

type Held = Pick<HandoffConversation, 'handoff' | 'handoffSince' | 'operatorAt' | 'giveBackMinutes'>;

/** Why a conversation goes back to its agent by itself, or null. */
export function whyOver(
  { handoff, handoffSince, operatorAt, giveBackMinutes }: Held,
  now: Date,
): 'inactive' | 'expired' | null {
  const passed = (since: Date | null) => now.getTime() - (since?.getTime() ?? 0);
  if (handoff === 'held') return passed(operatorAt) >= giveBackMinutes * 60_000 ? 'inactive' : null;
  if (handoff === 'waiting') return passed(handoffSince) >= WAIT_MS_MAX ? 'expired' : null;
  return null;
}

/** The visitor's own words, newest last, for whoever has no time to read all of it. */
export function questionsOf(messages: readonly { id: string; role: string; text: string; isUnknown: boolean }[]): {
  questions: string[];
  unanswered: string[];
} {
  const questions: string[] = [];
  const unanswered: string[] = [];
  let last = '';
  for (const { role, text, isUnknown } of messages) {
    if (role === 'visitor' && text.trim() !== '') {
      last = text;
      questions.push(text);
    }
    if (isUnknown && last !== '' && unanswered.at(-1) !== last) unanswered.push(last);
  }
  return { questions: questions.slice(-QUESTIONS_MAX), unanswered: unanswered.slice(-QUESTIONS_MAX) };
}

const QUESTIONS_MAX = 5;
