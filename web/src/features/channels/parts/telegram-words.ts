import { type Problem, reworded } from '../../../problem.ts';
import { say } from '../../../texts/texts.ts';

/** What the server says of a token, in the language of the screen. What is not known here stays as it was said. */
export const inOwnWords = (problem: Problem): Problem => reworded(problem, translate);

/** Somebody else is called for this bot. Any other conflict has the sentence of the list. */
export const asksToTakeOver = ({ code, message }: Problem): boolean =>
  code === 'conflict' && message !== say('errors', 'conflict');

const ofAgent = /^(.+) answers for another agent of this workspace\. Take over\?$/;
const ofHost = /^(.+) answers for (\S+)\. Take over\?$/;

function translate(sentence: string): string {
  if (sentence === 'Telegram does not know this token. Copy it again from @BotFather.')
    return say('channels', 'connect.tokenUnknown');
  if (sentence === 'Telegram does not answer at the moment. Please try again.')
    return say('channels', 'connect.unreachable');
  const [, agentName] = ofAgent.exec(sentence) ?? [];
  if (agentName !== undefined) return say('channels', 'connect.answersForAgent', { name: agentName });
  const [, name, host] = ofHost.exec(sentence) ?? [];
  return name === undefined || host === undefined ? sentence : say('channels', 'connect.answersFor', { name, host });
}
