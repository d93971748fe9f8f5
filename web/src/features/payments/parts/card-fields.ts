import { isCardNumber, readExpiry } from './card-number.rules.ts';

export type CardValues = Record<
  'number' | 'expiry' | 'cvc' | 'name' | 'email' | 'line1' | 'line2' | 'city' | 'state' | 'postalCode' | 'country',
  string
>;

export const EMPTY_CARD: CardValues = {
  ...{ number: '', expiry: '', cvc: '', name: '', email: '' },
  ...{ line1: '', line2: '', city: '', state: '', postalCode: '', country: '' },
};

/** The texts of what is wrong, by their keys. */
export const cardRules = (
  say: (key: `wrong.${'number' | 'expiry' | 'cvc' | 'name' | 'email' | 'address'}`) => string,
) => {
  const needed = (value: string) => (value.trim() === '' ? say('wrong.address') : null);
  return {
    number: (value: string) => (isCardNumber(value) ? null : say('wrong.number')),
    expiry: (value: string) => (readExpiry(value) ? null : say('wrong.expiry')),
    cvc: (value: string) => (/^\d{3,4}$/.test(value.trim()) ? null : say('wrong.cvc')),
    name: (value: string) => (value.trim() === '' ? say('wrong.name') : null),
    email: (value: string) => (/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(value.trim()) ? null : say('wrong.email')),
    line1: needed,
    city: needed,
    country: needed,
  };
};
