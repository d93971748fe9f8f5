import { AgentSettings } from '@antiphon/contract/agents';
import { newMessageId } from '@antiphon/contract/ids';
import { expect, test } from 'vitest';
import { leftToPerson, saidToPerson, whyAsk } from './handoff-request.rules.ts';
import { kindSentence } from './kind-sentences.rules.ts';
import type { TurnMessage } from './turns.queries.ts';

const reply = { id: newMessageId() };
const said = (role: TurnMessage['role'], text: string, more: Partial<TurnMessage> = {}): TurnMessage => ({
  id: newMessageId(),
  role,
  state: 'complete',
  text,
  replyId: null,
  isUnknown: false,
  ...more,
});
const asks = (text: string) => said('visitor', text, { replyId: reply.id });
const unknown = said('agent', 'I do not know.', { isUnknown: true });
const known = said('agent', 'From nine to five.');
const handoff = (change: object) => ({ handoff: { ...AgentSettings.parse({ title: 'A' }).handoff, ...change } });

test.each<[what: string, settings: object, history: TurnMessage[], isUnknown: boolean, why: string | null]>([
  ['once unknown', {}, [known, asks('Why?')], true, null],
  ['twice in a row', {}, [unknown, asks('Why?')], true, 'unknown'],
  ['unknown, then known', {}, [unknown, asks('Why?')], false, null],
  ['a person answered between', {}, [unknown, said('operator', 'Hello'), asks('Why?')], true, null],
  ['asked for in words', {}, [asks('Can I talk to a real person please?')], true, 'words'],
  ['the offer of one is taken', {}, [unknown, asks('Yes, please!')], false, 'words'],
  ['yes to what was known', {}, [known, asks('yes')], false, null],
  ['yes, with a question', {}, [unknown, asks('Yes, and when are you open?')], false, null],
  ['a phrase of the agent', { phrases: ['Refund'] }, [asks('I want a REFUND now')], false, 'words'],
  ['a phrase counts without the smart ways', { isSmart: false, phrases: ['refund'] }, [asks('refund')], false, 'words'],
  ['not smart', { isSmart: false }, [unknown, asks('Can I talk to a real person please?')], true, null],
  ['nobody is offered', { isEnabled: false, phrases: ['refund'] }, [unknown, asks('refund')], true, null],
])('a person is asked for: %s', (_what, settings, history, isUnknown, why) => {
  expect(whyAsk({ settings: handoff(settings), reply, history }, isUnknown)).toBe(why);
});

const spoke = said('operator', 'Which size do you need?');
const left = said('system', 'Olga left, the assistant is back');
const passedOn = said('agent', kindSentence('passedOn', 'de'));
test.each<[what: string, settings: object, history: TurnMessage[], to: string | null]>([
  ['nothing was said since', {}, [known, spoke, left, asks('A medium one')], 'first'],
  [
    'the agent has passed something on',
    {},
    [spoke, left, said('visitor', 'A medium one'), passedOn, asks('By noon')],
    'again',
  ],
  [
    'the agent has answered since',
    {},
    [spoke, left, said('visitor', 'Your hours?'), known, asks('A medium one')],
    null,
  ],
  ['a person left it to the agent', {}, [spoke, asks('A medium one'), left], null],
  ['nobody came', {}, [known, asks('A medium one')], null],
  ['not smart', { isSmart: false }, [spoke, asks('A medium one')], null],
])('what is said to a person: %s', (_what, settings, history, to) => {
  expect(saidToPerson({ settings: handoff(settings), reply, history })).toBe(to);
});

test.each<[what: string, history: TurnMessage[], left: 'thanks' | 'answer' | null]>([
  ['with a time', [spoke, asks('Thanks, I come at 9:30'), left], 'thanks'],
  ['in another language', [spoke, asks('Vielen Dank, ich komme um 9:30'), left], 'thanks'],
  ['in two messages', [spoke, asks('OK'), asks('Thank you, I bring it tomorrow'), left], 'thanks'],
  ['with a question', [spoke, asks('Thanks, and what does express cost'), left], null],
  ['with a question mark', [spoke, asks('Thanks, can you deliver?'), left], null],
  ['a yes to what was asked', [spoke, asks('Yes please, until Friday. My name is Kim.'), left], 'thanks'],
  ['a yes and a question', [spoke, asks('Yes, and what does express cost'), left], null],
  ['a short yes', [said('operator', 'Ten is fine.'), asks('Ja, gern, bis morgen.'), left], 'thanks'],
  ['a yes to nothing', [said('operator', 'We open at 9.'), asks('Yes, I need the invoice'), left], null],
  ['no thanks', [spoke, asks('I need the invoice'), left], null],
  // Caught here: "I do not know the answer to that" said to somebody who had told the person their name.
  ['what the person asked for', [spoke, asks('I am Ann. This is the cup I would like to make'), left], 'answer'],
  ['the same in another language', [spoke, asks('Ich heiße Anna Berg, Größe M.'), left], 'answer'],
  ['a statement that nobody asked for', [said('operator', 'We open at 9.'), asks('I am Ann.'), left], null],
  ['an answer and a wish', [spoke, asks('I am Ann. I would like a refund'), left], null],
  ['an answer and a question', [spoke, asks('I am Ann. When are you open'), left], null],
  ['while the person is there', [spoke, asks('Thanks, I come at 9:30')], null],
  ['to the agent', [known, asks('Thanks, I come at 9:30'), left], null],
])('what was left to the agent: %s', (_what, history, what) => {
  expect(leftToPerson({ reply, history })).toBe(what);
});
