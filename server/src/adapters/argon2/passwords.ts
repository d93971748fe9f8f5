import { randomText } from '@antiphon/contract/ids';
import { hash, verify } from '@node-rs/argon2';
import type { Passwords } from '../../domain/clients/clients.ports.ts';

/** Argon2id with the library's defaults (19 MiB, 2 passes), on its thread pool: some 20 ms of one core each. */
export function makePasswords(): Passwords {
  let nobodys: Promise<string> | undefined;
  return {
    hash: (password) => hash(password),
    async verify(stored, password) {
      if (stored !== null) return verify(stored, password);
      nobodys ??= hash(randomText(20));
      await verify(await nobodys, password);
      return false;
    },
  };
}
