import type { CredentialProvider } from '@antiphon/contract/credentials';
import { Failure } from '@antiphon/contract/errors';
import { describe, expect, test } from 'vitest';
import { checkBaseURL, checkSecret, inUseSentence, last4Of } from './credentials.rules.ts';

const allow = ['127.0.0.1:11434', 'ollama.internal.test:80', '[::1]:11434'];
const checked = (provider: CredentialProvider, given: string) => {
  try {
    return checkBaseURL(provider, given, allow);
  } catch (error) {
    return error instanceof Failure ? `${error.code} ${error.issues[0]?.path}` : error;
  }
};

describe('the base URL of a credential', () => {
  test.each<[CredentialProvider, string, string]>([
    ['openai', '', ''],
    ['anthropic', '', ''],
    ['openai-compatible', '', 'invalid_input baseURL'],
    ['openai-compatible', 'https://models.example.com/v1', 'https://models.example.com/v1'],
    ['openai-compatible', 'https://models.example.com/v1/', 'https://models.example.com/v1'],
    ['openai-compatible', 'https://models.example.com', 'https://models.example.com'],
    ['openai-compatible', 'https://models.example.com/v1/chat/completions', 'https://models.example.com/v1'],
    ['openai-compatible', 'https://models.example.com:8443/v1', 'https://models.example.com:8443/v1'],
    ['openai-compatible', 'http://models.example.com/v1', 'invalid_input baseURL'],
    ['openai-compatible', 'http://127.0.0.1:11434/v1', 'http://127.0.0.1:11434/v1'],
    ['openai-compatible', 'http://[::1]:11434/v1', 'http://[::1]:11434/v1'],
    ['openai-compatible', 'http://ollama.internal.test/v1', 'http://ollama.internal.test/v1'],
    ['openai-compatible', 'http://127.0.0.1:11435/v1', 'invalid_input baseURL'],
    ['openai-compatible', 'http://localhost:11434/v1', 'invalid_input baseURL'],
    ['openai', 'https://user:pass@models.example.com/v1', 'invalid_input baseURL'],
    ['openai', 'https://models.example.com/v1?key=1', 'invalid_input baseURL'],
    ['openai', 'https://models.example.com/v1#x', 'invalid_input baseURL'],
    ['openai', 'file:///etc/passwd', 'invalid_input baseURL'],
    ['openai', 'models.example.com', 'invalid_input baseURL'],
  ])('%s %j -> %j', (provider, given, expected) => {
    expect(checked(provider, given)).toBe(expected);
  });
});

test('a short secret shows nothing of itself', () => {
  expect(last4Of('ollama')).toBe('****');
  expect(last4Of('sk-0123456789abcd')).toBe('abcd');
});

test.each(['sk-a b', 'sk-a\u200bb', 'schlüssel', 'sk-a\nb'])('%j is no key', (secret) => {
  expect(() => checkSecret(secret)).toThrow(Failure);
});

test('what stands in the way of deleting it is named, as far as a sentence goes', () => {
  expect(inUseSentence(['A', 'B'])).toBe('This credential is used by 2 agents: "A", "B". Choose another there first.');
  expect(inUseSentence([...'ABCDEFG'])).toBe(
    'This credential is used by 7 agents: "A", "B", "C", "D", "E" and 2 more. Choose another there first.',
  );
});
