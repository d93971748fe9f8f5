import { expect, test } from 'vitest';
import { emergencyAnswer } from './emergency.rules.ts';

test.each([
  ['Please help, my father has a heart attack', 'dial your emergency number'],
  ['I can’t breathe', 'dial your emergency number'],
  ['Sie bekommt einen Schlaganfall glaube ich', 'Notruf 112'],
  ['Il ne respire plus', 'composez le 112'],
  ['Necesito una ambulancia, rápido', 'marque el 112'],
  ['إنه لا يتنفس', '112'],
])('in need: %s', (said, answer) => {
  expect(emergencyAnswer(said)).toContain(answer);
});

test.each([
  'Do you sell fire extinguishers?',
  'Is there a police station near your shop?',
  'What does an electric bike cost?',
  'Haben Sie einen Notausgang?',
  'Est-ce urgent de réserver ?',
])('a question like any other: %s', (said) => {
  expect(emergencyAnswer(said)).toBeNull();
});
