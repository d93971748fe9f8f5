import { FunctionInput } from '@antiphon/contract/function-parts';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readInputs } from '../functions/read-inputs.rules.ts';
import { readClock, readDate } from './read-dates.rules.ts';
import { isGoAhead, isRefusal, readAnswer, readSlots } from './read-slots.rules.ts';

/** A Saturday. */
const TODAY = '2026-11-28';
const input = (name: string, kind: FunctionInput['kind'], more: object = {}) =>
  FunctionInput.parse({ name, kind, source: 'model', ...more });

test.each([
  ['on 2026-12-03', '2026-12-03'],
  ['am 3.12.', '2026-12-03'],
  ['am 3.12.2027', '2027-12-03'],
  ['on 31/12', '2026-12-31'],
  ['on 12/31/2026', '2026-12-31'],
  ['on 03/04', null],
  ['December 3rd', '2026-12-03'],
  ['3 December 2027', '2027-12-03'],
  ['am 3. März', '2027-03-03'],
  ['el 3 de diciembre', '2026-12-03'],
  ['le 3 décembre', '2026-12-03'],
  ['le 1er janvier', '2027-01-01'],
  ['3 ديسمبر', '2026-12-03'],
  ['tomorrow evening', '2026-11-29'],
  ['übermorgen', '2026-11-30'],
  ['morgen', '2026-11-29'],
  ['guten morgen', null],
  ['mañana', '2026-11-29'],
  ['après-demain', '2026-11-30'],
  ['غدا', '2026-11-29'],
  ['today', '2026-11-28'],
  ['on Friday', '2026-12-04'],
  ['am Samstag', '2026-12-05'],
  ['el viernes', '2026-12-04'],
  ['الجمعة', '2026-12-04'],
  ['2026-02-30', null],
  ['31.2.', null],
  ['for 4 people', null],
  ['', null],
])('the day of %j is %j', (text, day) => {
  expect(readDate(text, TODAY)?.value ?? null).toBe(day);
});

test.each([
  ['at 14:30', '14:30'],
  ['at 7pm', '19:00'],
  ['12 am', '00:00'],
  ['12:15 pm', '12:15'],
  ['um 14 Uhr', '14:00'],
  ['à 20h30', '20:30'],
  ['a las 9', '09:00'],
  ['for 4', null],
  ['25:00', null],
])('the time of %j is %j', (text, clock) => {
  expect(readClock(text)?.value ?? null).toBe(clock);
});

describe('values in a message', () => {
  const table = [
    input('date', 'date'),
    input('people', 'integer'),
    input('email', 'email'),
    input('place', 'choice', { choices: ['inside', 'terrace', 'covered terrace'] }),
    input('shop', 'text', { source: 'fixed', fixedValue: 'north' }),
  ];
  it('are read by their kinds, each out of what the others leave', () => {
    const text = 'A table for four on 3 December at 19:30 on the covered terrace, I am pat@example.com';
    expect(readSlots(table, { text, today: TODAY }, {})).toEqual({
      ...{ date: '2026-12-03', people: 4, email: 'pat@example.com', place: 'covered terrace' },
    });
    expect(readSlots(table, { text: 'Ein Tisch am 3.12. für 4', today: TODAY }, {})).toEqual({
      ...{ date: '2026-12-03', people: 4 },
    });
  });

  it('are asked for where they are not clear, and stay as they were', () => {
    expect(readSlots(table, { text: 'for 4 or 5', today: TODAY }, {})).toEqual({});
    expect(readSlots(table, { text: 'for 5', today: TODAY }, { people: 4 })).toEqual({ people: 4 });
    expect(readSlots([input('order', 'text')], { text: 'where is my order A-1234?', today: TODAY }, {})).toEqual({
      order: 'A-1234',
    });
    expect(readSlots([input('order', 'text')], { text: 'where is my order?', today: TODAY }, {})).toEqual({});
    const moment = input('at', 'datetime');
    expect(readSlots([moment], { text: 'tomorrow', today: TODAY }, {})).toEqual({});
    expect(readSlots([moment], { text: 'tomorrow at 7pm', today: TODAY }, {})).toEqual({ at: '2026-11-29T19:00:00Z' });
  });

  test.each([
    [input('a', 'text'), ' Zum Löwen ', 'Zum Löwen'],
    [input('a', 'integer'), 'four please', 4],
    [input('a', 'integer'), 'many', undefined],
    [input('a', 'number'), '1,5', 1.5],
    [input('a', 'boolean'), 'ja gerne', true],
    [input('a', 'boolean'), 'nein danke', false],
    [input('a', 'boolean'), 'perhaps', undefined],
    [input('a', 'list'), 'milk, bread and butter', ['milk', 'bread and butter']],
    [input('a', 'phone'), '+1 213 555 0100', '+12135550100'],
    [input('a', 'choice', { choices: ['Red', 'Blue'] }), 'the blue one', 'Blue'],
  ])('%j answered by %j is %j', (one, text, value) => {
    expect(readAnswer(one, { text, today: TODAY })).toEqual(value);
  });

  it('are such that their inputs take them, whatever is said', () => {
    const kinds = fc.constantFrom<FunctionInput['kind']>(
      ...(['text', 'number', 'integer', 'boolean', 'date', 'datetime', 'email', 'phone', 'choice', 'list'] as const),
    );
    const words = fc.array(
      fc.constantFrom(
        '3',
        '4711',
        'Dec',
        '12/31',
        '+1 213 555 0100',
        'a@b.example',
        'غدا',
        '٣',
        'yes',
        '7pm',
        '2026-12-03',
        '\u0000',
        '-',
        'red',
      ),
    );
    fc.assert(
      fc.property(
        kinds,
        fc.oneof(
          words.map((all) => all.join(' ')),
          fc.string(),
        ),
        (kind, text) => {
          const one = input('a', kind, { choices: ['red', 'blue'] });
          const read = readAnswer(one, { text, today: TODAY });
          if (read === undefined) return;
          const { values, faults } = readInputs([one], { a: read });
          expect(faults).toEqual([]);
          expect(values.get('a')).toEqual(read);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

test('a yes and a no are such where they stand alone', () => {
  for (const yes of [
    'yes',
    'Yes please!',
    'ok',
    'ja',
    'Ja, bitte',
    'do it',
    'book it',
    'sí',
    'claro',
    'oui',
    'vas-y',
    'نعم',
    'أؤكد',
  ])
    expect(isGoAhead(yes), yes).toBe(true);
  for (const other of [
    'yes, but at 8',
    'is it booked?',
    'what does yes mean',
    'no',
    'ja oder nein',
    '',
    'book a table',
  ])
    expect(isGoAhead(other), other).toBe(false);
  for (const no of ['no', 'No thanks', 'cancel', 'nein danke', 'abbrechen', 'no gracias', 'annuler', 'لا شكرا'])
    expect(isRefusal(no), no).toBe(true);
  for (const other of ['no idea', 'nothing', 'cancel my order', 'yes', '']) expect(isRefusal(other), other).toBe(false);
});
