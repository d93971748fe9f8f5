import type { CredentialId, WorkspaceUid } from '@antiphon/contract/ids';
import { describe, expect, test } from 'vitest';
import { OpeningFailed } from '../sealing/seal.ts';
import { openSealed, type SealBinding, sealSecret } from './seal-secret.ts';

const KEY = 'one-installation-secret-key-0123456789';
const binding: SealBinding = {
  workspaceUid: 'ws1' as WorkspaceUid,
  id: 'crd_1' as CredentialId,
  provider: 'openai',
  baseURL: '',
};
const reasonOf = (open: () => string) => {
  try {
    return `opened: ${open()}`;
  } catch (error) {
    return error instanceof OpeningFailed ? error.reason : `other: ${error}`;
  }
};

describe('a sealed secret', () => {
  test('opens to what was sealed', () => {
    expect(openSealed(KEY, binding, sealSecret(KEY, binding, 'sk-clé-鍵'))).toBe('sk-clé-鍵');
  });

  test('never looks the same twice and does not hold the text', () => {
    const [one, two] = [sealSecret(KEY, binding, 'sk-canary'), sealSecret(KEY, binding, 'sk-canary')];
    expect(Buffer.from(one).equals(Buffer.from(two))).toBe(false);
    expect(Buffer.from(one).includes('sk-canary')).toBe(false);
  });

  test.each<[string, Partial<SealBinding>]>([
    ['workspace', { workspaceUid: 'ws2' as WorkspaceUid }],
    ['row', { id: 'crd_2' as CredentialId }],
    ['provider', { provider: 'anthropic' }],
    ['host', { baseURL: 'https://attacker.example.com/v1' }],
    ['row and workspace, shifted', { workspaceUid: 'ws1crd_' as WorkspaceUid, id: '1' as CredentialId }],
  ])('does not open for another %s', (_what, other) => {
    const sealed = sealSecret(KEY, binding, 'sk-canary');
    expect(reasonOf(() => openSealed(KEY, { ...binding, ...other }, sealed))).toBe('damaged');
  });

  test('says so when SECRET_KEY is another', () => {
    const sealed = sealSecret(KEY, binding, 'sk-canary');
    expect(reasonOf(() => openSealed(`${KEY}!`, binding, sealed))).toBe('other_key');
  });

  test('does not open when any byte of it was changed, or bytes are missing', () => {
    const sealed = sealSecret(KEY, binding, 'sk-canary');
    for (let at = 0; at < sealed.length; at++) {
      const changed = Uint8Array.from(sealed, (byte, index) => (index === at ? byte ^ 1 : byte));
      expect(['damaged', 'other_key']).toContain(reasonOf(() => openSealed(KEY, binding, changed)));
      expect(['damaged', 'other_key']).toContain(reasonOf(() => openSealed(KEY, binding, sealed.slice(0, at))));
    }
  });
});
