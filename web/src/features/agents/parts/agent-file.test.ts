import { beforeAll, expect, test } from 'vitest';
import { loadEnglish } from '../../../texts/load-english.ts';
import { agentFileName, asNamed, readAgentFile } from './agent-file.ts';

beforeAll(() => loadEnglish('new-agent'));

const read = (content: string) => readAgentFile(new File([content], 'shop.agent.json'));
const whole = { kind: 'agent-file', version: 1, settings: { title: 'Shop', greeting: 'Hi' }, functions: [] };

test('an agent file gives its title, and all of it is sent under the name that was typed', async () => {
  const picked = await read(JSON.stringify(whole));
  expect(picked).toMatchObject({ name: 'shop.agent.json', title: 'Shop' });
  expect('content' in picked && asNamed(picked, 'Garden')).toEqual({
    ...whole,
    settings: { title: 'Garden', greeting: 'Hi' },
  });
});

test.each(['', 'no json', '[]', 'null', '{"kind":"agent-file"}', '{"kind":"other","settings":{}}'])(
  'another file is refused by its name: %s',
  async (content) => {
    expect(await read(content)).toEqual({ refusal: 'shop.agent.json is not an agent file.' });
  },
);

test.each([
  ['Harbour Bakery', 'Harbour Bakery.agent.json'],
  ['a/b\\c: "d"?', 'a b c d.agent.json'],
  ['مخبز الميناء', 'مخبز الميناء.agent.json'],
  ['///', 'agent.agent.json'],
])('a file of %s is called %s', (title, name) => expect(agentFileName(title)).toBe(name));
