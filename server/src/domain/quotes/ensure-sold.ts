import type { PaymentProvider } from '../payments/payments.ports.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import type { Tax } from './money.rules.ts';
import type { Offer } from './offers.rules.ts';

/** The provider's price of an offer, made there when it is wanted for the first time; by two at once it is made once. */
export async function ensurePrice(payments: PaymentProvider, account: string, offer: Offer): Promise<string> {
  const { key, name, lookupKey, currency, unitAmount, interval } = offer;
  const find = () => payments.findPrice(account, lookupKey);
  const price = { productKey: key, productName: name, lookupKey, currency, unitAmount, interval };
  return ensure(find, () => payments.createPrice(account, price));
}

/** A tax of which two are made at once is there twice: either is right. */
export async function ensureTaxRate(payments: PaymentProvider, account: string, tax: Tax): Promise<string> {
  const name = `${tax.name}:${tax.percent}`;
  const rate = { name, percent: tax.percent, shown: tax.name };
  const find = () => payments.findTaxRate(account, name);
  return ensure(find, () => payments.createTaxRate(account, rate));
}

async function ensure(find: () => Promise<string | null>, make: () => Promise<string>): Promise<string> {
  const found = await find();
  if (found !== null) return found;
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof VendorFailure)) throw error;
    // Made by another meanwhile, or by us, whose answer was lost.
    const made = await find();
    if (made === null) throw error;
    return made;
  }
}
