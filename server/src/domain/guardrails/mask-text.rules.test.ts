import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readContact } from '../lead-capture/said-contact.rules.ts';
import { findCards } from './card-numbers.rules.ts';
import { ALL_MASKS, marksIn, maskText } from './mask-text.rules.ts';

const NONE = { cards: false, ibans: false, emails: false, phones: false };
const only = (kind: keyof typeof NONE) => ({ ...NONE, [kind]: true });

describe('cards', () => {
  // Numbers that the schemes give out for tests.
  const cards = [
    '4111111111111111',
    '4222222222222',
    '5555555555554444',
    '2223003122003222',
    '378282246310005',
    '6011111111111117',
    '30569309025904',
    '3530111333300000',
    '6200000000000005',
    '6759649826438453',
  ];

  // Planted: groups are not joined -> caught here. Planted: a digit of another script is no digit -> caught here.
  test.each(cards)('%s is masked, however it is written', (card) => {
    const grouped = card.replace(/(\d{4})(?=\d)/g, '$1 ');
    const arabic = card.replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)));
    const wide = card.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
    for (const written of [card, grouped, grouped.replaceAll(' ', '-'), grouped.replaceAll(' ', ' \n'), arabic, wide])
      expect(maskText(`My card is ${written}, valid 12/29.`, only('cards'))).toBe('My card is [card 1], valid 12/29.');
    expect(maskText(`No 12 ${grouped} and ${card}`, only('cards'))).toBe('No 12 [card 1] and [card 1]');
    expect(maskText(`No ${card.replace(/\d/g, '$&\u200b')}`, only('cards'))).toBe('No [card 1]\u200b');
  });

  test('two of them have two numbers, the same one has one', () => {
    const text = `${cards[0]} or ${cards[2]}, rather ${cards[0]}`;
    expect(maskText(text, only('cards'))).toBe('[card 1] or [card 2], rather [card 1]');
  });

  // Planted: the check digit is not looked at -> caught here.
  test.each([
    'Order 4111111111111112',
    'Parcel 1234 5678 9012 3456',
    'My number is +49 30 5550123 and my order 100200300',
    '550e8400-e29b-41d4-a716-446655440000',
    'From 2026-11-28 to 2026-12-03, 4 people, 19:30',
    'Build 20261128153000123456',
  ])('%j stays', (text) => {
    expect(maskText(text, only('cards'))).toBe(text);
  });

  test('no card of any length and grouping is left', () => {
    const card = fc
      .tuple(fc.constantFrom(['4', 16], ['5412', 16], ['34', 15], ['6011', 16]), fc.stringMatching(/^\d{20}$/))
      .map(([[start, length], more]) => {
        const body = (start + more).slice(0, Number(length) - 1);
        return [...'0123456789'].map((digit) => body + digit).find((digits) => findCards(digits).length > 0) ?? '';
      });
    const gap = fc.constantFrom('', ' ', '-', '.', ' - ', '\u00a0');
    fc.assert(
      fc.property(card, fc.array(gap, { minLength: 19, maxLength: 19 }), fc.string(), (digits, gaps, before) => {
        const written = [...digits].map((digit, at) => digit + (at === digits.length - 1 ? '' : gaps[at])).join('');
        const masked = maskText(`${before.replace(/\d/g, '')} x ${written}`, only('cards'));
        expect(masked.replace(/\[card \d\]/g, '')).not.toMatch(/\d/);
      }),
    );
  });
});

// Planted: the remainder by 97 is not looked at -> caught here.
test.each([
  ['Pay to DE89 3704 0044 0532 0130 00 please', 'Pay to [iban 1] please'],
  ['IBAN:GB29NWBK60161331926819.', 'IBAN:[iban 1].'],
  ['fr14 2004 1010 0505 0001 3m02 606', '[iban 1]'],
  ['NO93 8601 1117 947 or NL91ABNA0417164300', '[iban 1] or [iban 2]'],
  ['DE89 3704 0044 0532 0130 01', 'DE89 3704 0044 0532 0130 01'],
  ['ZZ89 3704 0044 0532 0130 00', 'ZZ89 3704 0044 0532 0130 00'],
  ['The code is AB12 3456', 'The code is AB12 3456'],
])('account numbers: %j is kept as %j', (text, masked) => {
  expect(maskText(text, only('ibans'))).toBe(masked);
});

test.each([
  ['Write to kim.lee+shop@example.org, please', 'Write to [email 1], please'],
  ['kim@example.com KIM@EXAMPLE.COM jo@example.com', '[email 1] [email 1] [email 2]'],
  ['müller@exämple.de', '[email 1]'],
  ['kim＠example.com', '[email 1]'],
  ['We are @harbour and pay 3 @ 4.50', 'We are @harbour and pay 3 @ 4.50'],
])('addresses: %j is kept as %j', (text, masked) => {
  expect(maskText(text, only('emails'))).toBe(masked);
});

test.each([
  ['Call +1 555 555 0100 today', 'Call [phone 1] today'],
  ['0049 30 555-0123', '[phone 1]'],
  ['Tel. 5550123', 'Tel. [phone 1]'],
  ['Ruf mich an: 030 / 555 0123', 'Ruf mich an: [phone 1]'],
  ['(555) 555-0100 or 555-555-0199', '[phone 1] or [phone 2]'],
  ['هاتفي ٠٥٥٥٠١٢٣٤٥', 'هاتفي [phone 1]'],
  ['Order 10045678 of 03.12.2026 for 4', 'Order 10045678 of 03.12.2026 for 4'],
  ['2026-12-03 19:30, number B-1234567', '2026-12-03 19:30, number B-1234567'],
])('telephones: %j is kept as %j', (text, masked) => {
  expect(maskText(text, only('phones'))).toBe(masked);
});

// Planted: telephones with the word for them are left -> caught here.
test.each([
  'My name is Kim Lee, kim@example.com, phone 555 0123 4',
  'Ich heiße Jo Berg, Handy 0170 5550123, jo.berg@example.com',
  'Me llamo Ana, mi móvil es 612 345 678',
  "Je m'appelle Zoé, tél 06 12 34 56 78, zoe@example.fr",
  'اسمي سارة، هاتفي ٠٥٥٥٠١٢٣٤٥',
])('of what was masked no lead has an address or a number: %s', (text) => {
  expect([readContact(text)?.phone, readContact(text)?.email].some(Boolean)).toBe(true);
  const left = readContact(maskText(text, ALL_MASKS));
  expect([left?.phone ?? '', left?.email ?? '']).toEqual(['', '']);
});

test('what is off stays, and the marks are counted', () => {
  const text = '4111 1111 1111 1111, kim@example.com, DE89 3704 0044 0532 0130 00';
  expect(maskText(text, NONE)).toBe(text);
  expect(maskText(text, ALL_MASKS)).toBe('[card 1], [email 1], [iban 1]');
  expect(marksIn(maskText(text, ALL_MASKS))).toEqual([
    { what: 'cards', count: 1 },
    { what: 'ibans', count: 1 },
    { what: 'emails', count: 1 },
  ]);
  expect(marksIn('See [1] and [card]')).toEqual([]);
});

test('100,000 characters of anything take less than 50 ms', () => {
  const texts = ['1', '1 ', '4111 ', 'a', 'a@', 'a@b.cc ', '@', '0', '+', '+1 ', 'DE12 ', 'tel ', '(0', '٤', '-1'].map(
    (part) => part.repeat(100_000 / part.length),
  );
  for (const text of texts) {
    const fastest = Math.min(
      ...[1, 2, 3, 4, 5].map(() => {
        // Not the time that others take of this machine.
        const started = process.cpuUsage();
        maskText(text, ALL_MASKS);
        return process.cpuUsage(started).user / 1_000;
      }),
    );
    expect(`${text.slice(0, 6)} ${fastest < 50 ? 'is quick' : Math.round(fastest)}`).toBe(
      `${text.slice(0, 6)} is quick`,
    );
  }
});
