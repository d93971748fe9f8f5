import { describe, expect, it } from 'vitest';
import { askedAfter, askedParticular } from './asked-particular.rules.ts';

describe('what a question asks for', () => {
  it.each([
    ['What is your address?', ['address']],
    ['Where are you?', ['address']],
    ['Where can I find you?', ['address']],
    ['Where is your studio?', ['address']],
    ['Wo seid ihr?', ['address']],
    ['¿Dónde están?', ['address']],
    ['Où êtes-vous ?', ['address']],
    ['Dove siete?', ['address']],
    ['أين أنتم؟', ['address']],
    ['What is your phone number?', ['phone']],
    ['Can I call you?', ['phone']],
    ['Habt ihr eine Handynummer?', ['phone']],
    ['Do you have an email address?', ['email']],
    ['Wie lautet Ihre E-Mail-Adresse?', ['email']],
    ['How can I reach you?', ['phone', 'email']],
    ['When do you open tomorrow?', ['hours']],
    ['Are you open on Sunday?', ['hours']],
    ['Habt ihr sonntags auf?', ['hours']],
    ['How much is a trim?', ['price']],
    ['Wie hoch ist die Anzahlung?', ['price']],
    ['How high is the security deposit?', ['price']],
    ['How long does it take?', ['duration']],
  ])('%s: %j', (question, particulars) => {
    expect(askedParticular(question)?.particulars).toEqual(particulars);
  });

  it.each([
    ...['Where can guests park who stay for a day?', 'Can I open a jar?', 'Do you mail parcels abroad?'],
    ...['How high is the tower?', 'Hallo'],
  ])('nothing of the kind: %s', (question) => {
    expect(askedParticular(question)).toBeNull();
  });

  it.each([
    'Do I have to pay a deposit?',
    'Must I pay for parking?',
    'Muss ich eine Kaution zahlen?',
    'Müssen wir für die Bettwäsche bezahlen?',
    'Dois-je payer une caution ?',
    '¿Hay que dejar una fianza?',
    'Devo pagare il parcheggio?',
    'Tenho de pagar uma caução?',
    'Moet ik voor het parkeren betalen?',
    'Нужно ли платить за парковку?',
    'Depozito ödemem gerekiyor mu?',
    'Czy muszę płacić za parking?',
    'هل يجب أن أدفع تأمينا؟',
  ])('whether something is paid: %s', (question) => {
    expect(askedParticular(question)).toMatchObject({ particulars: ['price'], isWhether: true });
  });

  it.each([
    'When do I have to pay for the room?',
    'Do I have to pay in advance?',
    'Do I have to pay online?',
    'Muss ich im Voraus bezahlen?',
    'Muss ich bar zahlen?',
    'Can I pay by card?',
  ])('how it is paid: %s', (question) => {
    expect(askedParticular(question)).toBeNull();
  });

  it('a piece of a question asks for what was asked for before, on its own days', () => {
    expect(askedAfter(['Are you open on Saturday?', 'and on Sundays?'], true)).toMatchObject({
      particulars: ['hours'],
      days: [7],
    });
    expect(askedAfter(['Are you open on Saturday?', 'and on Sundays?'], false)).toBeNull();
  });
});
