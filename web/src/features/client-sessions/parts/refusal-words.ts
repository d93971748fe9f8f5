import type { Problem } from '../../../api.ts';
import { say } from '../../../texts/texts.ts';
import type { Way } from '../sign-in-ways.ts';

/** Sentences of the sign-in that the server says in English. */
const KNOWN = {
  'Please enter your email and password.': 'missing',
  "This email doesn't exist.": 'unknownEmail',
  'Password is incorrect please try again.': 'wrongPassword',
  'Please login again.': 'again',
} as const;

/** What is said about a sign-in that was refused, in the language that is shown. */
export function refusalWords(way: Pick<Way, 'by'>, { message, issues }: Problem): string {
  if (way.by === 'secret' || way.by === 'open') return say('client-login', 'adminFailed');
  const said = issues[0]?.message ?? message;
  return said in KNOWN ? say('client-login', KNOWN[said as keyof typeof KNOWN]) : said;
}
