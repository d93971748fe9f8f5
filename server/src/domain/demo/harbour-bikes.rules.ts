/** A shop that does not exist: what its agent knows, and what its visitors asked in a week. */
export const SHOP = {
  name: 'Harbour Bikes',
  description: 'Answers what visitors of a bicycle shop ask.',
  greeting: 'Hi! Ask me about rentals, repairs or our opening hours.',
  suggestedQuestions: ['What does an electric bike cost?', 'Do you repair punctures?', 'When are you open?'],
  clients: [
    { name: 'Dana Example', email: 'dana@example.com', isOrgAdmin: true },
    { name: 'Sam Example', email: 'sam@example.com', isOrgAdmin: false },
  ],
} as const;

export type ShopDocument = 'prices' | 'repairs' | 'hours' | 'tours';

export const DOCUMENTS: Record<ShopDocument, { title: string; text: string }> = {
  prices: {
    title: 'Prices',
    text: '# Prices\n\n## Rental\n\nA city bike costs 12 euros a day. An electric bike costs 28 euros a day, with the charger. A helmet costs 2 euros a day, a child seat 4 euros. From the third day on every day is 20 percent cheaper.\n\n## Deposit\n\nThe deposit for a city bike is 50 euros. The deposit for an electric bike is 200 euros. You get it back when you bring the bicycle back undamaged.',
  },
  repairs: {
    title: 'Repairs',
    text: '# Repairs\n\nA punctured tyre is repaired while you wait and costs 15 euros. New brake pads cost 24 euros with the work. Larger repairs take two working days. Bring your bicycle before noon and we call you the same day. We also repair bicycles that were bought elsewhere.',
  },
  hours: {
    title: 'Opening hours and address',
    text: '# Opening hours\n\nThe shop is open from nine in the morning to six in the evening, Monday to Saturday. On Sundays and public holidays we are closed.\n\n# Address\n\nYou find us at Quay 7 beside the old harbour, two minutes from the tram stop Harbour Square. There are four parking places behind the house.',
  },
  tours: {
    title: 'Guided tours',
    text: '# Guided tours\n\nOur tour along the coast starts every Saturday at ten, takes three hours and costs 35 euros with a bicycle. Groups have at most twelve people. Children from ten years on may come along. If it rains heavily the tour is moved to Sunday and you are told the evening before.',
  },
};

type Turn = { question: string; answer: string; from?: ShopDocument };
/** `rating` 1 to 5. `asksPerson`: a person was asked for and nobody came. `contact`: what the visitor left. */
export type ShopConversation = {
  turns: Turn[];
  rating?: number;
  ratingComment?: string;
  asksPerson?: true;
  contact?: { name: string; email: string; message: string };
};

const UNKNOWN = 'I am sorry, I do not know that. Would you like to talk to a person?';
const known = (question: string, from: ShopDocument, answer: string): Turn => ({ question, from, answer });
const unknown = (question: string): Turn => ({ question, answer: UNKNOWN });

export const CONVERSATIONS: ShopConversation[] = [
  {
    turns: [
      known(
        'What does an electric bike cost?',
        'prices',
        'An electric bike costs 28 euros a day, with the charger. [1]',
      ),
      known('And the deposit?', 'prices', 'The deposit for an electric bike is 200 euros. [1]'),
    ],
    rating: 5,
    ratingComment: 'Quick and clear.',
  },
  {
    turns: [
      known('Are you open on Sunday?', 'hours', 'On Sundays and public holidays we are closed. [1]'),
      known('When do you close on Saturday?', 'hours', 'We are open to six in the evening, Monday to Saturday. [1]'),
    ],
    rating: 4,
  },
  {
    turns: [
      known(
        'My tyre is flat, can you help?',
        'repairs',
        'A punctured tyre is repaired while you wait and costs 15 euros. [1]',
      ),
    ],
  },
  {
    turns: [unknown('Do you sell cargo bikes?')],
    asksPerson: true,
    contact: { name: 'Vera', email: 'vera@example.com', message: 'Please tell me which cargo bikes you have.' },
  },
  {
    turns: [
      known(
        'Where exactly is the shop?',
        'hours',
        'You find us at Quay 7 beside the old harbour, two minutes from the tram stop Harbour Square. [1]',
      ),
      known('Can I park there?', 'hours', 'There are four parking places behind the house. [1]'),
    ],
  },
  {
    turns: [
      known(
        'Is there a tour this weekend?',
        'tours',
        'Our tour along the coast starts every Saturday at ten, takes three hours and costs 35 euros with a bicycle. [1]',
      ),
      known('May my daughter come along? She is eleven.', 'tours', 'Children from ten years on may come along. [1]'),
    ],
    rating: 5,
    contact: { name: 'Jonas', email: 'jonas@example.com', message: 'Two places on Saturday, please.' },
  },
  { turns: [unknown('Can I pay with a gift card?')], rating: 2, ratingComment: 'It did not know.' },
  {
    turns: [
      known(
        'How much is a city bike for three days?',
        'prices',
        'A city bike costs 12 euros a day. From the third day on every day is 20 percent cheaper. [1]',
      ),
    ],
    rating: 5,
  },
  {
    turns: [
      known(
        'How long does a repair take?',
        'repairs',
        'Larger repairs take two working days. Bring your bicycle before noon and we call you the same day. [1]',
      ),
      known('Also if I bought it elsewhere?', 'repairs', 'We also repair bicycles that were bought elsewhere. [1]'),
    ],
    rating: 4,
  },
  {
    turns: [
      known(
        'What happens to the tour if it rains?',
        'tours',
        'If it rains heavily the tour is moved to Sunday and you are told the evening before. [1]',
      ),
    ],
  },
  {
    turns: [
      known('What does a helmet cost?', 'prices', 'A helmet costs 2 euros a day. [1]'),
      unknown('Do you have a tandem?'),
    ],
  },
];

const DAYS = 7;
const A_DAY = 4;
const HOUR_MS = 3_600_000;

/** When each conversation of the week before `now` began, the oldest first: four a day, at hours at which people ask. */
export function spreadOverWeek(now: Date): { startedAt: Date; conversation: ShopConversation }[] {
  const hours = [9.2, 12.6, 16.1, 19.8];
  return Array.from({ length: DAYS * A_DAY }, (_, index) => {
    const daysAgo = DAYS - Math.floor(index / A_DAY);
    const hour = hours[index % A_DAY]! + ((index * 7) % 11) / 10;
    const midnight = new Date(now).setUTCHours(0, 0, 0, 0);
    return {
      startedAt: new Date(midnight - daysAgo * 24 * HOUR_MS + Math.round(hour * HOUR_MS)),
      conversation: CONVERSATIONS[index % CONVERSATIONS.length]!,
    };
  });
}
