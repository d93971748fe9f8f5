import { isCardNumber, readExpiry } from './card-number.rules.ts';

export type CardValues = Record<
  'number' | 'expiry' | 'cvc' | 'name' | 'email' | 'line1' | 'line2' | 'city' | 'state' | 'postalCode' | 'country',
  string
>;

export const EMPTY_CARD: CardValues = {
  ...{ number: '', expiry: '', cvc: '', name: '', email: '' },
  ...{ line1: '', line2: '', city: '', state: '', postalCode: '', country: '' },
};

/** The texts of what is wrong, by their keys; `isTypedHere`: the number is typed into fields of ours. */
export const cardRules = (
  say: (key: `wrong.${'number' | 'expiry' | 'cvc' | 'name' | 'email' | 'address'}`) => string,
  isTypedHere: boolean,
) => {
  const needed = (value: string) => (value.trim() === '' ? say('wrong.address') : null);
  return {
    number: (value: string) => (!isTypedHere || isCardNumber(value) ? null : say('wrong.number')),
    expiry: (value: string) => (!isTypedHere || readExpiry(value) ? null : say('wrong.expiry')),
    cvc: (value: string) => (!isTypedHere || /^\d{3,4}$/.test(value.trim()) ? null : say('wrong.cvc')),
    name: (value: string) => (value.trim() === '' ? say('wrong.name') : null),
    email: (value: string) => (/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(value.trim()) ? null : say('wrong.email')),
    line1: needed,
    city: needed,
    country: needed,
  };
};
