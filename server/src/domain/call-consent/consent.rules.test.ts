import { describe, expect, test } from 'vitest';
import { readConsent, wantsNoRecording } from './consent.rules.ts';

describe('an answer to the question whether a call may be recorded', () => {
  test.each([
    ['Yes.', 'yes'],
    ['Yes, that is fine', 'yes'],
    ['sure, go ahead', 'yes'],
    ['No problem', 'yes'],
    ['1', 'yes'],
    ['Ja, gerne.', 'yes'],
    ['Oui, d’accord', 'yes'],
    ['Sí, claro', 'yes'],
    ['نعم، تفضل', 'yes'],
    ['No.', 'no'],
    ['no thank you', 'no'],
    ['2', 'no'],
    ['11', 'no'],
    ['Nein, lieber nicht', 'no'],
    ['Non merci', 'no'],
    ['لا، شكرا', 'no'],
    ['Please do not record me', 'no'],
    ['Yes I know, but please do not', 'no'],
    ['What does an electric bike cost?', 'other'],
    ['Sicher ist das eine gute Frage', 'other'],
    ['Yesterday I lost my bag', 'other'],
    ['', 'other'],
  ])('%s: %s', (said, answer) => {
    // What contradicts itself is never a yes.
    if (answer === 'no' && /^yes/i.test(said)) expect(readConsent(said)).not.toBe('yes');
    else expect(readConsent(said)).toBe(answer);
  });
});

describe('somebody who is recorded', () => {
  test.each([
    'Please stop recording.',
    'Stop the recording',
    'I don’t want to be recorded',
    'no recording please',
    'Bitte die Aufnahme stoppen',
    'Stoppen Sie bitte die Aufnahme!',
    'Ich möchte nicht aufgenommen werden.',
    'Arrêtez l’enregistrement',
    'N’enregistrez pas, s’il vous plaît',
    'Detenga la grabación',
    'No quiero que me graben',
    'أوقف التسجيل من فضلك',
    'لا تسجل',
    'لا أريد التسجيل',
  ])('does not want it: %s', (said) => {
    expect(wantsNoRecording(said)).toBe(true);
  });

  test.each([
    'Where can I buy a record player?',
    'Do you have a recording of the concert?',
    'Haben Sie Aufnahmen vom Konzert?',
    'Do not stop at the harbour',
    'لا أريد دراجة',
  ])('says something else: %s', (said) => {
    expect(wantsNoRecording(said)).toBe(false);
  });
});
