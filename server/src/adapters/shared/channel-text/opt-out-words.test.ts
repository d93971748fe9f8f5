import { describe, expect, test } from 'vitest';
import { consentIn } from './opt-out-words.ts';

describe('a word by which people take themselves off', () => {
  test.each(['STOP', ' stop. ', 'Stopp', 'ARRÊT', 'baja', 'توقف'])('%j counts by SMS and in a chat', (word) => {
    for (const where of ['sms', 'chat'] as const)
      expect(consentIn(word, where)).toEqual({ consent: false, isLine: false });
  });

  test.each(['cancel', 'end', 'quit', 'cancelar', 'إلغاء'])('%j is an answer in a chat', (word) => {
    expect(consentIn(word, 'sms').consent).toBe(false);
    expect(consentIn(word, 'chat')).toEqual({ consent: null, isLine: true });
  });

  test('grants again by START, and by YES where carriers take it so', () => {
    expect(consentIn('Start', 'chat')).toEqual({ consent: true, isLine: false });
    expect(consentIn('yes', 'chat')).toEqual({ consent: null, isLine: true });
    expect(consentIn('yes', 'sms')).toEqual({ consent: true, isLine: true });
  });

  test('is none within a sentence', () => {
    for (const text of ['Please stop the engine', 'Where is the bus stop?'])
      expect(consentIn(text, 'chat')).toEqual({ consent: null, isLine: true });
  });
});
