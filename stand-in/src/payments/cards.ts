/** How a test card behaves; the numbers and ids are Stripe's own. */
export type Card = {
  number: string;
  /** The id by which a test names it instead of typing it. */
  token: string;
  /** When the holder has to say yes on a page of the bank: once, for later payments too, or at each payment. */
  authentication?: 'once' | 'always';
  /** What a payment ends with. */
  declines?: 'generic_decline' | 'insufficient_funds';
  /** Whether it can be saved although it declines. */
  savesAllTheSame?: boolean;
  isDisputed?: boolean;
};

export const CARDS = {
  plain: { number: '4242424242424242', token: 'pm_card_visa' },
  authenticatedOnce: {
    number: '4000002500003155',
    token: 'pm_card_authenticationRequiredOnSetup',
    authentication: 'once',
  },
  authenticatedAlways: {
    number: '4000002760003184',
    token: 'pm_card_authenticationRequired',
    authentication: 'always',
  },
  declinesLater: {
    number: '4000000000000341',
    token: 'pm_card_chargeCustomerFail',
    declines: 'generic_decline',
    savesAllTheSame: true,
  },
  withoutFunds: {
    number: '4000000000009995',
    token: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    declines: 'insufficient_funds',
  },
  declined: { number: '4000000000000002', token: 'pm_card_visa_chargeDeclined', declines: 'generic_decline' },
  authenticatedWithoutFunds: {
    number: '4000008260003178',
    token: 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    authentication: 'always',
    declines: 'insufficient_funds',
    savesAllTheSame: true,
  },
  disputed: { number: '4000000000000259', token: 'pm_card_createDispute', isDisputed: true },
} as const satisfies Record<string, Card>;

export type CardName = keyof typeof CARDS;

export const cardOf = (name: CardName): Card => CARDS[name];

export const nameOf = (given: string): CardName | null =>
  (Object.keys(CARDS) as CardName[]).find((name) => CARDS[name].number === given || CARDS[name].token === given) ??
  null;
