import { randomText } from '@antiphon/contract/ids';
import type { Region } from '@antiphon/contract/regions';
import type { FileKind } from './uploads.ports.ts';

export const MEDIA_TYPES: Record<FileKind, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  md: 'text/markdown',
  txt: 'text/plain',
  html: 'text/html',
  csv: 'text/csv',
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
};

/** 22 characters of [0-9A-Za-z] are 131 random bits: nothing of a person's file name reaches the disk. */
export const newStorageKey = (region: Region) => `${region}/${randomText(22)}`;

/** A name as text for screens: no folders, no control or direction-changing characters, at most 120 characters. */
export function displayName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}<>:"|?*]/gu, '')
    .trim()
    .replace(/^\.+/, '');
  if (plain.length <= 120) return plain || 'file';
  const ending = /\.[^.]{1,8}$/.exec(plain)?.[0] ?? '';
  return `${[...plain].slice(0, 110).join('')}…${ending}`;
}

const DATA_ADDRESS = /^data:[^,]{0,200};base64,/i;
/** Without white space; what pads it may be missing. */
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The bytes of base64, also within a `data:` address; null for what is none. What they are is told by themselves alone. */
export function readPayload(text: string): Uint8Array<ArrayBuffer> | null {
  const payload = text.replace(DATA_ADDRESS, '');
  return BASE64.test(payload) ? new Uint8Array(Buffer.from(payload, 'base64')) : null;
}
