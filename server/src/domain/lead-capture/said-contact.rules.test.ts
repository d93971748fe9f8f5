import { expect, test } from 'vitest';
import { readContact } from './said-contact.rules.ts';

const said = (text: string) => readContact(text);
const only = (found: Partial<Record<'name' | 'email' | 'phone', string>>) => ({
  name: '',
  email: '',
  phone: '',
  ...found,
});

test.each([
  ['Hi, my name is Ann Smith and I need a bike.', 'Ann Smith'],
  ["my name's ann", 'ann'],
  ['Hello, my name is Ludwig van Beethoven, from Bonn', 'Ludwig van Beethoven'],
  ['My name is Mary-Jane O’Neil.', 'Mary-Jane O’Neil'],
  ['Guten Tag, mein Name ist Jürgen Müller-Lüdenscheidt und ich suche ein Rad', 'Jürgen Müller-Lüdenscheidt'],
  ['ich heiße anna aber', 'anna'],
  ['Hola, me llamo María del Carmen y quiero una bici', 'María del Carmen'],
  ['Mi nombre es José', 'José'],
  ["Bonjour, je m'appelle Zoé Dupont et je cherche un vélo", 'Zoé Dupont'],
  ['Mon nom est Jean', 'Jean'],
  ['مرحبا، اسمي خالد العلي وأريد دراجة', 'خالد العلي'],
  ['اسمي هو ليلى', 'ليلى'],
])('a name is read from: %s', (text, name) => {
  expect(said(text)).toEqual(only({ name }));
});

test.each([
  'my name is not important',
  'What is the name of your shop?',
  'My name is on the invoice',
  'Mein Name ist unwichtig',
  'mein Name ist in der Bestellung',
  'I am looking for a bike',
  'The order number is 12345678',
  'My order 2026-11-21 costs 1.299,00',
  'Bestellnummer 030 1234567',
  'write to me @ann',
  'version 1.2.3.4.5.6',
  'ann@localhost',
])('nothing is read from: %s', (text) => {
  expect(said(text)).toBeNull();
});

test.each([
  ['mail me at Ann.Smith+shop@Example.co.uk, please', 'Ann.Smith+shop@Example.co.uk'],
  ['ann@example.com.', 'ann@example.com'],
  ['(ann@example.com)', 'ann@example.com'],
  ['Meine Adresse: ann@example.com oder bob@example.com', 'ann@example.com'],
  ['بريدي ann@example.com', 'ann@example.com'],
])('an address is read from: %s', (text, email) => {
  expect(said(text)).toEqual(only({ email }));
});

test.each([
  ['call +49 30 12345678 please', '+49 30 12345678'],
  ['My phone number is 202-555-0143', '202-555-0143'],
  ['You can call me back at (202) 555-0143.', '(202) 555-0143'],
  ['Meine Telefonnummer lautet 030 1234567', '030 1234567'],
  ['Sie können mich erreichen, Handynummer: 0170/1234567', '0170/1234567'],
  ['Mi teléfono es 91 234 56 78', '91 234 56 78'],
  ['Appelez-moi au 01 23 45 67 89', '01 23 45 67 89'],
  ['رقم هاتفي ٠١٢٣٤٥٦٧٨٩', '0123456789'],
])('a number is read from: %s', (text, phone) => {
  expect(said(text)).toEqual(only({ phone }));
});

test('all at once, and nothing out of a long letter', () => {
  const text = 'My name is Ann Smith, ann@example.com, +1 202 555 0143';
  expect(said(text)).toEqual({ name: 'Ann Smith', email: 'ann@example.com', phone: '+1 202 555 0143' });
  expect(said(`${text} ${'x'.repeat(2_000)}`)).toBeNull();
});
