import { describe, expect, it } from 'vitest';
import type { Particular } from './particular-words.rules.ts';
import { marked, tells } from './particulars.rules.ts';

const all: Particular[] = ['address', 'phone', 'email', 'hours', 'price', 'duration'];
const toldBy = (text: string) => all.filter((particular) => tells(particular, text));

describe('what a text tells', () => {
  it.each([
    ['Copper & Comb, 14 Lantern Street, Harwick HK3 7LD', ['address']],
    ['You find us at Unit 6, Kiln Yard, Selby Cross', ['address']],
    ['The shop on Market Street', ['address']],
    ['Bäckerei Morgenrot, Lindengasse 9, 04567 Auenfeld', ['address']],
    ['im Erdgeschoss der Uferstraße 31 in 20987 Hellwig', ['address']],
    ['Am Kai 4\n88123 Unterried', ['address']],
    ['Calle Mayor 5, 28013 Villanueva', ['address']],
    ['12 rue des Lilas, 75001 Villeneuve', ['address']],
    ['Via Roma 12, Borgo', ['address']],
    ['Kerkstraat 12, Dorpstad', ['address']],
    ['ul. Długa 5, Miasto', ['address']],
    ['ул. Садовая, д. 5', ['address']],
    ['Çiçek Caddesi No: 5', ['address']],
    ['Ring 01632 555 0142', ['phone']],
    ['the office is at 555-0110', ['phone']],
    ['Tel.: 06321 555-410', ['phone']],
    ['+49 7541 555 080', ['phone']],
    ['write to hello@coppercomb.example', ['email']],
    ['Monday to Saturday from 6:30 to 18:00', ['hours']],
    ['Mo–Fr 8–18 Uhr', ['hours']],
    ['Tuesday to Saturday from 8 to 17', ['hours']],
    ['Sunday and Monday closed', ['hours']],
    ['Sonntags ist Ruhetag', ['hours']],
    ['Cut and blow-dry 46 pounds', ['price']],
    ['A small service costs £45', ['price']],
    ['أجرة الدراجة الكهربائية 28 يورو في اليوم', ['price']],
    ['نوصل الدراجات مجانًا', ['price']],
    ['Аренда 28 евро в день', ['price']],
    ['Eine Anzahlung von 25 Prozent', ['price']],
    ['Helmets are free', ['price']],
    ['Books may be borrowed for four weeks', ['duration']],
    ['Das dauert 20 Minuten', ['duration']],
  ])('%s: %j', (text, told) => {
    expect(toldBy(text)).toEqual(told);
  });

  it.each([
    'We call you when it is ready',
    'From 2019 to 2021 we grew',
    'Order 12345678 of 24.12.2024',
    'for 10 000 000 users',
    'Version 10.2.3.4 needs 4096 MB',
    'So it is closed to cars',
    'Street food in the yard',
  ])('and tells nothing: %s', (text) => {
    expect(toldBy(text)).toEqual([]);
  });
});

describe('marks', () => {
  it('stand behind the sentence that tells it, with the days of its hours', () => {
    expect(marked('Call 555-0187. We do the rest.')).toBe('Call 555-0187. zq1phone We do the rest.');
    expect(marked('Sa 8–14 Uhr')).toBe('Sa 8–14 Uhr zq1hours zq1day6');
  });

  it.each([
    ['A', 4_000],
    ['A-', 2_000],
    ['1', 4_000],
    ['1,', 2_000],
    ['Aa 1 ', 800],
    ['a.', 2_000],
    ['a@', 2_000],
    ['5 rue ', 600],
    ['Mo, ', 1_000],
  ])('take no time for %s, again and again', (text, times) => {
    marked(text);
    const before = performance.now();
    marked(text.repeat(times));
    expect(performance.now() - before).toBeLessThan(500);
  });
});
