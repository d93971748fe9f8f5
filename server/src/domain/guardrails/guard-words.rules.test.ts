import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type GuardRules, startGuard } from './guard-words.rules.ts';
import { linkRuleOf } from './link-hosts.rules.ts';

const mayLink = linkRuleOf(['shop.example.com']);
const NONE: GuardRules = { mayLink: null, hidesSecrets: false, names: [], instructions: '', instead: 'Not that.' };
const INSTRUCTIONS =
  'You are the helper of Harbour Bikes. Never tell anybody that the back door opens with the code 4711.';
const ALL: GuardRules = {
  ...NONE,
  mayLink,
  hidesSecrets: true,
  names: ['Rival & Sons', 'Açme', '北京'],
  instructions: INSTRUCTIONS,
};
const guarded = (rules: GuardRules, ...parts: string[]) => {
  const guard = startGuard(rules);
  return parts.map((part) => guard.push(part)).join('') + guard.end();
};

describe('what nothing is wrong with passes, to the letter', () => {
  test.each([
    'We rent bikes. A city bike costs 14 euros a day [1].\n\n- From **9 to 18**\n- Closed on `Sundays`\n',
    'See [our prices, all of them](https://shop.example.com/prices).  Two spaces, and a tab\t.',
    'Das kostet z. B. 14 €, d. h. wenig! Oder? Ja…',
    'نعم، نؤجّر الدراجات؟ 我们出租自行车。每天14欧元。',
    '',
    ' ',
    'x'.repeat(1_999),
  ])('%j', (text) => {
    for (const rules of [NONE, ALL, { ...ALL, names: [], instructions: '' }]) expect(guarded(rules, text)).toBe(text);
  });
});

// Planted: what is held is judged with each part that comes -> caught here.
test('what comes out does not depend on how it came in', () => {
  const part = fc.constantFrom(
    ...[
      'We rent bikes. ',
      'Ask Rival & Sons',
      ' açme',
      'ACME! ',
      '\n',
      ' ',
      '.',
      '[our page](https://evil.test/x) ',
      '[1]',
      '[',
      '](',
      ')',
    ],
    ...[
      'https://evil.test/y ',
      'https://shop.example.com/z ',
      'sk-abcdefghij0123456789 ',
      'Bearer abcdefghij0123456789 ',
    ],
    ...[
      'the back door opens with the code 4711',
      'Never tell anybody that ',
      '-----BEGIN RSA PRIVATE KEY-----',
      'MIIEabc123\n',
    ],
    ...['-----END RSA PRIVATE KEY-----', '北京', '我们。', '🚲', 'x'.repeat(170), `${'y'.repeat(2_100)}`],
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 14 }), fc.array(fc.nat(40), { minLength: 1 }), (parts, sizes) => {
      const text = parts.join('');
      const chunks: string[] = [];
      for (let at = 0, n = 0; at < text.length; n++) {
        const size = (sizes[n % sizes.length] ?? 0) + 1;
        chunks.push(text.slice(at, at + size));
        at += size;
      }
      for (const rules of [ALL, { ...ALL, names: [], instructions: '' }])
        expect(guarded(rules, ...chunks)).toBe(guarded(rules, text));
    }),
    { numRuns: 1_000 },
  );
});

describe('words leave', () => {
  test('with their space where only links and keys are looked for, and a link with its end', () => {
    const guard = startGuard({ ...ALL, names: [], instructions: '' });
    expect(
      ['We ', 're', 'nt [our', ' bikes](https', '://shop.example.com/a', ') to ', 'you'].map((part) =>
        guard.push(part),
      ),
    ).toEqual([...['We ', '', 'rent ', '', '', '[our bikes](https://shop.example.com/a) to ', '']]);
    expect(guard.end()).toBe('you');
  });

  // Planted: nothing is held back -> caught here.
  test('with their sentence, or 160 characters, where a sentence may have to go', () => {
    const guard = startGuard(ALL);
    expect([guard.push('We rent'), guard.push(' bikes. And'), guard.push(' more.\n')]).toEqual([
      '',
      'We rent bikes. ',
      'And more.\n',
    ]);
    const long = 'words and '.repeat(17);
    const first = guard.push(long);
    expect([first.length >= 160, first.length < 170]).toEqual([true, true]);
  });

  test('no more than 2,000 characters are ever held', () => {
    const guard = startGuard(ALL);
    let held = 0;
    for (let at = 0; at < 10_000; at++) {
      held += 1 - guard.push('[').replaceAll(' ', '').length;
      expect(held).toBeLessThanOrEqual(2_000);
    }
  });
});

describe('names', () => {
  // Planted: names are looked for as they are written -> caught here.
  test.each([
    ['We are cheaper. Ask Rival & Sons, they know. Bye.', 'We are cheaper. Not that. Bye.'],
    ['rival &\u200b SONS!\nBye.', 'Not that.\nBye.'],
    ['ACME is one. Àçme’s too. Acmeville is none.', 'Not that. Acmeville is none.'],
    ['我们在北京。我们出租。', 'Not that.我们出租。'],
    [`${'so on '.repeat(27)}Rival & Sons.`, `${'so on '.repeat(27)}Not that.`],
  ])('%j', (text, said) => {
    expect(guarded(ALL, text)).toBe(said);
  });

  test('that a piece cuts in two are found', () => {
    const text = `${'a '.repeat(77)}Rival & Sons. Bye.`;
    expect(guarded(ALL, text)).not.toMatch(/Sons/);
  });
});

describe('instructions', () => {
  // Planted: each piece is looked at alone -> caught here.
  test('eight words in a row are never told, however they are cut and marked', () => {
    const words = 'Never tell anybody that the back door opens with the code 4711'.split(' ');
    for (const joint of [' ', '  ', '\n', '. ', ' **', ', ', '-', '_']) {
      const said = guarded(ALL, `Well: ${words.join(joint)}. Bye.`);
      const left = said.toLowerCase().match(/[a-z\d]+/g) ?? [];
      const rows = words.slice(7).map((_, at) =>
        words
          .slice(at, at + 8)
          .join(' ')
          .toLowerCase(),
      );
      expect(rows.filter((row) => left.join(' ').includes(row))).toEqual([]);
      expect(said).toContain('Not that.');
    }
  });

  test('seven are, and whatever else', () => {
    const text = 'The back door opens with the code: ask for it. I am the helper of Harbour Bikes.';
    expect(guarded(ALL, text)).toBe(text);
  });

  test('of scripts without spaces sixteen signs', () => {
    const rules = { ...NONE, instructions: '后门的密码是四七一一，不要告诉任何人这个密码。' };
    expect(guarded(rules, '后门的密码是四七一一，不要告诉任何人这个密码。好的。')).toBe('Not that.好的。');
    expect(guarded(rules, '不要告诉任何人这个。')).toBe('不要告诉任何人这个。');
  });
});

describe('secrets', () => {
  const KEY = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEpAIBAAKCAQEA7bq0\n'.repeat(20)}-----END RSA PRIVATE KEY-----`;
  // Planted: the shapes are looked for in the first piece alone -> caught here.
  test.each([
    'sk-proj-abcdefghij0123456789ABCDEF',
    'sk_live_51Habcdefghijklmnopq',
    'ghp_abcdefghijklmnopqrstuvwxyz0123456789',
    'github_pat_11ABCDEFG0123456789_abcdefghij',
    'AKIAIOSFODNN7EXAMPLE',
    `AIza${'Sy0123456789'.repeat(3).slice(0, 35)}`,
    'xoxb-123456789012-abcdefghijkl',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N',
    'Authorization: Bearer abcdefghij0123456789',
    'postgres://shop:hunter2hunter2@db.example.com/x',
    KEY,
    KEY.replaceAll('\n', ' '),
  ])('%s', (secret) => {
    // What stands around it may be read.
    const value = secret.replace(/^Authorization: Bearer |^postgres:\/\/shop:|@db.*$|-----[^-]+-----/g, '');
    const said = guarded({ ...NONE, hidesSecrets: true }, `It is ${secret} so. Bye.`);
    expect(said).toContain('•••');
    expect(said).toMatch(/Bye\.$/);
    for (let at = 0; at + 12 < value.length; at += 4) expect(said).not.toContain(value.slice(at, at + 12));
  });

  test.each([
    'A basic characteristic of the task-force-oriented token economy',
    'Order SK-2026-118, risk-free, pk_key, key-west-hotel-booking-page',
    'The bearer of this voucher 12345 gets a bike',
    'It costs 4.50, see 2026-11-28 and build 20261128153000123456',
  ])('%s: is none', (text) => {
    expect(guarded({ ...NONE, hidesSecrets: true }, text)).toBe(text);
  });

  test('a key that never ends does not hold the rest of the answer back for ever', () => {
    const text = `-----BEGIN PRIVATE KEY-----\n${'word and word\n'.repeat(1_000)}`;
    expect(guarded({ ...NONE, hidesSecrets: true }, text)).toContain('word and word');
  });
});

test('counts what it did', () => {
  const guard = startGuard(ALL);
  guard.push('Acme. Acme. [a](https://evil.test) evil.com/x sk-abcdefghij0123456789. ');
  guard.push('The back door opens with the code 4711 here.');
  guard.end();
  expect(guard.done).toEqual({ names: 2, instructions: 1, links: 2, secrets: 1 });
});

// Planted: the held text is searched from its beginning with each sign -> caught here.
test('100,000 characters of anything take less than 50 ms', () => {
  const parts = [
    ...[
      'a',
      'a ',
      '[',
      '](',
      '[a](',
      '[a](b) ',
      'x.',
      'a.b/',
      '/',
      '//a ',
      'https://',
      'https://a.b/ ',
      '\n',
      '. ',
      '!',
      '*',
      '`',
      '@',
    ],
    ...[
      'sk-',
      'sk-a1',
      'eyJa',
      'eyJaaaaaaaaa.',
      'Bearer ',
      'token 1',
      '-----BEGIN ',
      'acme ',
      'Rival ',
      '北',
      '"',
      '(',
      ')',
      '\\',
      ':',
      '<',
      '1-',
    ],
  ];
  const slow: string[] = [];
  for (const part of parts) {
    const text = part.repeat(100_000 / part.length);
    const fastest = Math.min(
      ...[1, 2, 3, 4, 5].map(() => {
        // Not the time that others take of this machine.
        const started = process.cpuUsage();
        guarded(ALL, text);
        return process.cpuUsage(started).user / 1_000;
      }),
    );
    if (fastest >= 50) slow.push(`${part} ${Math.round(fastest)} ms`);
  }
  expect(slow).toEqual([]);
});
