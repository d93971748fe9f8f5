import { FormData } from 'undici';
import type { SentFile } from '../../domain/channels/channels.ports.ts';

/** https://developers.facebook.com/docs/messenger-platform/send-messages/saving-assets: what is larger goes as a file. */
const PICTURE_MAX = 8 * 1024 * 1024;

/** As what a file is sent; `pictures` are the types that the provider shows. */
export function wayOf({ type, bytes }: SentFile, pictures: string[]): 'image' | 'audio' | 'video' | 'file' {
  if (pictures.includes(type) && bytes.byteLength <= PICTURE_MAX) return 'image';
  return type.startsWith('audio/') ? 'audio' : type.startsWith('video/') ? 'video' : 'file';
}

/** In a form, objects are JSON. */
export function formOf(given: Record<string, unknown>, { name, type, bytes }: SentFile): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(given))
    form.set(key, typeof value === 'string' ? value : JSON.stringify(value));
  form.set('filedata', new Blob([bytes], { type }), name);
  return form;
}
