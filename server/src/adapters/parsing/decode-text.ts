/** Bytes as text: by byte order mark, by the charset that came with them, by what they say themselves, else UTF-8 or Windows-1252. */
export function decodeText(bytes: Uint8Array, charset: string): string {
  const marked = byMark(bytes);
  if (marked) return decode(bytes, marked);
  const named = supported(charset) ?? supported(declared(bytes));
  if (named && named !== 'utf-8') return decode(bytes, named);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decode(bytes, named ?? 'windows-1252');
  }
}

const decode = (bytes: Uint8Array, encoding: string) => new TextDecoder(encoding).decode(bytes);

function byMark([a, b, c]: Uint8Array): string | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return null;
}

/** `<meta charset>`, its older form, or an XML declaration, within the first 1,024 bytes as HTML has it. */
function declared(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1_024)).toString('latin1');
  const match = /<meta[^>]{1,200}charset\s*=\s*["']?\s*([\w:-]+)|<\?xml[^>]{1,100}encoding\s*=\s*["']([\w:-]+)/i.exec(
    head,
  );
  return match?.[1] ?? match?.[2] ?? '';
}

/** A page that can say what it is in ASCII is not UTF-16, whatever it says. */
function supported(charset: string): string | null {
  try {
    const { encoding } = new TextDecoder(charset);
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    return null;
  }
}
