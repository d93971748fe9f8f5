import { Unzip, type UnzipFile, UnzipInflate, zipSync } from 'fflate';
import mammoth from 'mammoth';
import type { TextBlock } from '../../domain/extraction/extraction.ports.ts';
import { readFragment } from './read-html.ts';
import { ReadingProblem } from './reading-problem.ts';

/** Bytes of all parts together after decompression; the text of a 1,000-page book takes about 8 MB of XML. */
const UNPACKED_MAX = 24 * 1024 * 1024;
const PARTS_MAX = 2_000;
const PUSH = 4 * 1024;

/** The reader gets a new archive that holds only what was unpacked here within the limits: no bomb and no double entry reaches it. */
export async function readDocx(bytes: Uint8Array): Promise<TextBlock[]> {
  const parts = unpack(bytes);
  if (!parts['word/document.xml']) throw new ReadingProblem('This file is no Word document.');
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(zipSync(parts, { level: 0 })) },
    { convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })), includeEmbeddedStyleMap: false },
  );
  return readFragment(value);
}

function unpack(bytes: Uint8Array): Record<string, Uint8Array> {
  const parts: Record<string, Uint8Array> = {};
  let unpacked = 0;
  let seen = 0;
  const onFile = (file: UnzipFile) => {
    seen += 1;
    if (seen > PARTS_MAX) throw new ReadingProblem('This file has too many parts.');
    if (!/^(\[Content_Types\]\.xml|_rels\/|word\/)/.test(file.name) || !/\.(xml|rels)$/.test(file.name)) return;
    const chunks: Uint8Array[] = [];
    file.ondata = (error, chunk, isLast) => {
      if (error) throw error;
      unpacked += chunk.length;
      if (unpacked > UNPACKED_MAX) throw new ReadingProblem('This file is too large once it is unpacked.');
      chunks.push(chunk);
      if (isLast) parts[file.name] = new Uint8Array(Buffer.concat(chunks));
    };
    file.start();
  };
  const unzip = new Unzip(onFile);
  unzip.register(UnzipInflate);
  // In small pieces, because one piece may unpack to a thousand times its size before it is counted.
  for (let at = 0; at < bytes.length; at += PUSH) unzip.push(bytes.slice(at, at + PUSH), at + PUSH >= bytes.length);
  return parts;
}
