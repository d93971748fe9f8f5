import { formatCredits } from '../../ui/format.ts';

/** '1 credit', '2.5 credits'. */
export const creditWords = (credits: number) => `${formatCredits(credits)} ${credits === 1 ? 'credit' : 'credits'}`;
