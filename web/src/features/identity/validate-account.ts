import { limits } from '@antiphon/contract/limits';
import { say } from '../../texts/texts.ts';

// Called by forms of screens that have loaded the texts.

export const validateEmail = (value: string) =>
  value.trim() === ''
    ? say('identity', 'enterEmail')
    : /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim())
      ? null
      : say('identity', 'validEmail');

export function validateNewPassword(value: string): string | null {
  const { passwordCharsMin, passwordCharsMax } = limits;
  if (value.length < passwordCharsMin) return say('identity', 'charsMin', { count: passwordCharsMin });
  return value.length > passwordCharsMax ? say('identity', 'charsMax', { count: passwordCharsMax }) : null;
}

export const validateName = (value: string) => (value.trim() === '' ? say('identity', 'enterName') : null);
export const validatePassword = (value: string) => (value === '' ? say('identity', 'enterPassword') : null);
export const validateCode = (value: string) => (/^\d{6}$/.test(value) ? null : say('identity', 'enterCode'));
