const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz';
const LENGTH = 15;

/** 15 characters that read the same in every font, without modulo bias (87 bits). */
export function generatePassword(): string {
  let text = '';
  while (text.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH * 2))) {
      const index = byte % 64;
      if (index < ALPHABET.length && text.length < LENGTH) text += ALPHABET[index];
    }
  }
  return text;
}
