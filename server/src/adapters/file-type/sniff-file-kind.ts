import { fileTypeFromBuffer } from 'file-type';
import type { FileKind, SniffFileKind } from '../../domain/uploads/uploads.ports.ts';

const BY_MAGIC: Record<string, FileKind> = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
  'image/gif': 'gif',
};
const BY_ENDING: Record<string, FileKind> = {
  md: 'md',
  markdown: 'md',
  txt: 'txt',
  text: 'txt',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  csv: 'csv',
  tsv: 'csv',
};
const HEAD_BYTES = 64 * 1024;

export const sniffFileKind: SniffFileKind = async (bytes, name) => {
  const ending = /\.([a-z]{2,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const text = isText(bytes.subarray(0, HEAD_BYTES)) ? BY_ENDING[ending] : undefined;
  // A pdf may start with text, and xhtml with an XML declaration that file-type reports: magic first, then text.
  const magic = await fileTypeFromBuffer(bytes.subarray(0, 4 * 1024 * 1024)).catch(() => undefined);
  if (magic && BY_MAGIC[magic.mime]) return BY_MAGIC[magic.mime] ?? null;
  if (magic && magic.mime !== 'application/xml') return isZip(bytes) && ending === 'docx' ? 'docx' : null;
  return text ?? null;
};

/** Some writers put a document's parts in an order that file-type does not know; reading it will tell whether it is one. */
const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

/** Text has no NUL and next to no other control characters, unless a byte order mark says that it is UTF-16. */
function isText(head: Uint8Array): boolean {
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) return true;
  let controls = 0;
  for (const byte of head) {
    if (byte === 0) return false;
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27) controls += 1;
  }
  return head.length > 0 && controls <= head.length / 200;
}
