import { describe, expect, test } from 'vitest';
import { questionKey } from './same-question.rules.ts';

describe('the same question', () => {
  test.each([
    ['Are you open on Sundays?', 'are you open on sunday'],
    ['Are you open on Sundays?', 'Hello! Could you please tell me: ARE YOU OPEN on Sunday??'],
    ['Are you open on Sundays?', 'Open on Sunday?'],
    ['Are you open on Sundays?', 'Sunday open?'],
    ['What is your return policy?', 'return policy'],
    ["What's the price?", 'What is the price?'],
    ['Who are you?', 'who are you'],
    ['Haben Sie sonntags geöffnet?', 'haben sie Sonntags geoffnet'],
    ['Was sind die Preise?', 'Preise?'],
    ['Quels sont vos horaires ?', 'vos horaires'],
    ['¿Cuál es el precio?', 'el precio'],
    ['¿Cuánto cuesta?', 'cuanto cuesta'],
    ['¿Cuándo abren?', 'cuando abren'],
    ['هل لديكم موقف سيارات؟', 'هل لديكم موقف سيارات'],
    ['営業時間は何時ですか？', '営業時間は何時ですか'],
  ])('%s | %s', (one, other) => expect(questionKey(other)).toBe(questionKey(one)));
});

describe('another question', () => {
  test.each([
    ['Are you open on Sundays?', 'Are you open on Mondays?'],
    ['Are you open on Sundays?', 'When are you open on Sundays?'],
    ['Are you open on Sundays?', 'Are you not open on Sundays?'],
    ['Are you open on Sundays?', 'Sundays'],
    ['When do you deliver?', 'Where do you deliver?'],
    ['Do you deliver?', 'What do you deliver?'],
    ['What can I bring?', "What can't I bring?"],
    ['Do you have bread with nuts?', 'Do you have bread without nuts?'],
    ['Is there a ticket for 2 people?', 'Is there a ticket for 4 people?'],
    ['Train from Berlin to Paris?', 'Train from Paris to Berlin?'],
    ['Do you teach C++?', 'Do you teach C?'],
    ['How much is it?', 'How long is it?'],
    ['Who are you?', 'How are you?'],
    ['How do I sign the contract?', 'How do I sign the contact?'],
    ['Haben Sie Brot mit Nüssen?', 'Haben Sie Brot ohne Nüsse?'],
    ['Wann liefern Sie?', 'Wo liefern Sie?'],
    ['Is the hat warm?', 'Is the coat warm?'],
  ])('%s | %s', (one, other) => expect(questionKey(other)).not.toBe(questionKey(one)));
});

test('what has no words has no key', () => expect(questionKey('?! 👍')).toBe(''));
