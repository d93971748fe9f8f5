import { say } from '../../texts/texts.ts';
import { formatCredits } from '../../ui/format/format.ts';

/** '1 credit', '2.5 credits'. */
export const creditWords = (credits: number) => say('ui', 'credits', { count: credits, shown: formatCredits(credits) });
