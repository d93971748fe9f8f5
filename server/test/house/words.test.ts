import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// One noun, one word (docs/glossary.md): names and comments of the code. What people read is in the texts, and judged there.

const root = join(import.meta.dirname, '../../..');

type Rule = {
  /** What it is called instead. */
  say: string;
  not: RegExp;
  in: RegExp;
  /** Parts of a line in which the word stands for something else: names on the wire, paths of the specification. */
  but?: RegExp;
};

const ABOUT_SIGN_IN =
  'identity|client-sessions|clients|accounts|regions|agencies|email|members|uploads|notifications|exports';
const TALK = new RegExp(
  `^(server/src/domain/(?!${ABOUT_SIGN_IN})|contract/src/(conversations|visitors|handoffs|events|leads)|web/src/features/(conversations|inbox|playground|leads|knowledge|agents))`,
);

const RULES: Rule[] = [
  {
    say: 'conversation',
    not: /session/i,
    in: TALK,
    but: /'sessions?'|\/(client-)?sessions\b|sessionStorage|sessionUrl|continousSessionUI/g,
  },
  {
    say: 'guess',
    not: /attempt/i,
    in: /^server\/src\/domain\/(identity|client-sessions)\//,
    but: /too_many_attempts|purge_sign_in_attempts|'attempts'/g,
  },
  {
    say: 'key of a request',
    not: /attempt/i,
    in: /^web\/src\/(?!features\/(webhooks|conversations|playground)\/|shells\/marketing\/)/,
  },
  {
    say: 'operator',
    not: /\b(assignee|human agent|live agent|support agent|takeover user)s?\b/i,
    in: /^(server|contract|web|widget)\/src\//,
    but: /'[^']*'/g,
  },
  { say: 'org', not: /\b(sub-?account|client company)\b/i, in: /^(server|contract|web)\/src\// },
  { say: 'document', not: /\b(knowledge ?base|data ?source|training data)\b/i, in: /^server\/src\// },
];

const files = globSync('{server,contract,web,widget}/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.tsx?$|\/migrations\/|\/texts\/|\/letters\//.test(file),
);

const banned = (file: string, text: string) =>
  RULES.filter((rule) => rule.in.test(file)).flatMap((rule) =>
    [file, ...text.split('\n')].flatMap((line, at) => {
      const found = rule.not.exec(rule.but ? line.replaceAll(rule.but, '') : line);
      return found ? [`${file}:${at}: "${found[0]}" is called ${rule.say}`] : [];
    }),
  );

test('a thing has one name', () => {
  expect(files.length).toBeGreaterThan(1_000);
  expect(files.flatMap((file) => banned(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test.each([
  ['server/src/domain/conversations/list-sessions.ts', '', 'conversation'],
  ['web/src/features/inbox/chat.tsx', 'const session = useSession();', 'conversation'],
  ['server/src/domain/identity/guess.ts', '// each attempt is counted', 'guess'],
  ['web/src/ui/forms/send.ts', 'attempt()', 'key of a request'],
  ['web/src/features/orgs/org.ts', '/** A sub-account of the agency. */', 'org'],
])('planted: %s %s', (file, text, say) => {
  expect(banned(file, text).join()).toContain(`is called ${say}`);
});
