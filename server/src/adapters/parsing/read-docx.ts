import { Unzip, type UnzipFile, UnzipInflate, zipSync } from 'fflate';
import mammoth from 'mammoth';
import type { TextBlock } from '../../domain/extraction/extraction.ports.ts';
import { docxSlices } from './docx-slices.ts';
import { makeFragmentReader } from './read-html.ts';
import { ReadingProblem } from './reading-problem.ts';

/** Bytes of all parts together after decompression; the text of a 1,000-page book takes about 8 MB of XML. */
const UNPACKED_MAX = 24 * 1024 * 1024;
/** Of those beside the text (styles, footnotes and the like), which are held all the while. */
const BESIDE_MAX = 4 * 1024 * 1024;
const PARTS_MAX = 2_000;
const PUSH = 1024;
const TEXT = 'word/document.xml';
/** What the library looks at. */
const BESIDE =
  /^(\[Content_Types\]|_rels\/|word\/(_rels\/|styles|numbering|footnotes|endnotes|comments))[^/]*\.(xml|rels)$/;

type Parts = Record<string, Uint8Array>;

/**
 * The library takes a whole document, and much memory for it: it is given an archive with a slice of the text at a time, of what
 * was unpacked here within the limits, so that no bomb and no double entry reaches it.
 */
export async function readDocx(bytes: Uint8Array, charsMax: number): Promise<TextBlock[]> {
  const beside = await unpackBeside(bytes);
  const readFragment = makeFragmentReader();
  const blocks: TextBlock[] = [];
  let chars = 0;
  for await (const slice of docxSlices(textOf(bytes))) {
    const { value } = await mammoth.convertToHtml(
      { buffer: archiveOf({ ...beside, [TEXT]: new TextEncoder().encode(slice) }) },
      { convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })), includeEmbeddedStyleMap: false },
    );
    for (const block of readFragment(value)) {
      blocks.push(block);
      chars += block.text.length;
    }
    if (chars > charsMax) break;
  }
  return blocks;
}

function archiveOf(parts: Parts): Buffer {
  const { buffer, byteOffset, length } = zipSync(parts, { level: 0 });
  return Buffer.from(buffer, byteOffset, length);
}

async function unpackBeside(bytes: Uint8Array): Promise<Parts> {
  const chunks = new Map<string, Uint8Array[]>();
  let held = 0;
  for await (const { name, chunk } of unpack(bytes, (name) => BESIDE.test(name))) {
    held += chunk.length;
    if (held > BESIDE_MAX) throw new ReadingProblem('This file is too large once it is unpacked.');
    chunks.set(name, [...(chunks.get(name) ?? []), chunk]);
  }
  return Object.fromEntries([...chunks].map(([name, all]) => [name, new Uint8Array(Buffer.concat(all))]));
}

async function* textOf(bytes: Uint8Array): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const { chunk } of unpack(bytes, (name) => name === TEXT)) yield decoder.decode(chunk, { stream: true });
}

/** What is unpacked of the parts that are wanted, piece by piece; nothing of the rest. */
async function* unpack(bytes: Uint8Array, isWanted: (name: string) => boolean) {
  const found: { name: string; chunk: Uint8Array }[] = [];
  let unpacked = 0;
  let seen = 0;
  const names = new Set<string>();
  const onFile = (file: UnzipFile) => {
    seen += 1;
    if (seen > PARTS_MAX) throw new ReadingProblem('This file has too many parts.');
    if (!isWanted(file.name) || names.has(file.name)) return;
    names.add(file.name);
    file.ondata = (error, chunk) => {
      if (error) throw error;
      unpacked += chunk.length;
      if (unpacked > UNPACKED_MAX) throw new ReadingProblem('This file is too large once it is unpacked.');
      if (chunk.length > 0) found.push({ name: file.name, chunk });
    };
    file.start();
  };
  const unzip = new Unzip(onFile);
  unzip.register(UnzipInflate);
  // In small pieces, because one piece may unpack to a thousand times its size before it is counted.
  for (let at = 0; at < bytes.length; at += PUSH) {
    unzip.push(bytes.slice(at, at + PUSH), at + PUSH >= bytes.length);
    yield* found.splice(0);
  }
}
