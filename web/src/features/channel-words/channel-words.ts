import { readChannelFault } from '@antiphon/contract/channel-faults';
import { type Problem, reworded } from '../../problem.ts';
import { say } from '../../texts/texts.ts';

/** What the server says of what was given, in the language of the screen. What is not known here stays as it was said. */
export const inOwnWords = (problem: Problem): Problem =>
  reworded(problem, (sentence) => {
    const found = readChannelFault(sentence);
    return found ? say('channels', `faults.${found.fault}`, found.values) : sentence;
  });

/** Somebody else is called for it. Any other conflict has the sentence of the list. */
export const asksToTakeOver = ({ code, message }: Problem): boolean =>
  code === 'conflict' && message !== say('errors', 'conflict');
