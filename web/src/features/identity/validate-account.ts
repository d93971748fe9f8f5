import { limits } from '@antiphon/contract/limits';

export const validateEmail = (value: string) =>
  value.trim() === ''
    ? 'Please enter your email.'
    : /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim())
      ? null
      : 'Please enter a valid email';

export function validateNewPassword(value: string): string | null {
  if (value.length < limits.passwordCharsMin) {
    return `Please use at least ${limits.passwordCharsMin} characters.`;
  }
  return value.length > limits.passwordCharsMax ? `Please use at most ${limits.passwordCharsMax} characters.` : null;
}

/** Where to go after the sign-in: only into this app, never to another site. */
export function safeRedirect(target: string | undefined, region: string): string {
  return target !== undefined && /^\/app\/[a-z]+(\/|$)/.test(target) ? target : `/app/${region}/agents`;
}
