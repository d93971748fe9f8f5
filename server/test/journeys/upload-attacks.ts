import { crc32, deflateSync } from 'node:zlib';
import { zipSync } from 'fflate';
import sharp from 'sharp';

/** Something that a stranger sends. `marker` stands in it wherever it tries to smuggle code or metadata. */
export type Attack = { what: string; name: string; bytes: Uint8Array };

export const MARKER = 'canary-smuggled';
const SCRIPT = `<script>${MARKER}</script>`;
const formats = ['png', 'jpeg', 'webp', 'gif'] as const;
const text = (value: string) => Buffer.from(value);

/** 200 files: pictures with a second file behind, in or before them, wrong endings, bombs, broken ones. */
export async function makeUploadAttacks(): Promise<Attack[]> {
  const attacks: Attack[] = [];
  const add = (what: string, name: string, bytes: Uint8Array) => attacks.push({ what, name, bytes });
  for (const format of formats) {
    const plain = await picture(format);
    for (const [what, tail] of tails()) {
      add(`${format} with ${what} behind it`, `a.${format}`, Buffer.concat([plain, tail]));
      add(`${format} with ${what} behind it, called a page`, `a.${format}.html`, Buffer.concat([plain, tail]));
    }
    add(`${format} with a place, a camera and a profile in it`, `a.${format}`, await withMetadata(format));
    for (const [what, head] of heads()) add(`${what} before a ${format}`, `a.${format}`, Buffer.concat([head, plain]));
    for (const share of [0.2, 0.5, 0.8, 0.95])
      add(`${format} that breaks off`, `a.${format}`, plain.subarray(0, Math.floor(plain.length * share)));
    for (let at = 0; at < 14; at++) add(`${format} with turned bits`, `a.${format}`, turned(plain, at));
    for (const ending of ['svg', 'html', 'js', 'pdf']) add(`${format} called .${ending}`, `a.${ending}`, plain);
  }
  for (const [what, bytes] of impostors())
    for (const ending of ['png', 'jpg', 'gif', 'webp']) add(`${what} called .${ending}`, `a.${ending}`, bytes);
  for (const [what, bytes] of await bombs()) add(what, 'a.png', bytes);
  return attacks;
}

const picture = (format: (typeof formats)[number], side = 48) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#c8372d' } })
    .toFormat(format)
    .toBuffer();

const withMetadata = (format: (typeof formats)[number]) =>
  sharp({ create: { width: 48, height: 48, channels: 3, background: 'navy' } })
    .withExif({ IFD0: { Copyright: MARKER, ImageDescription: SCRIPT }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>${MARKER}</rdf:RDF></x:xmpmeta>`)
    .withIccProfile('srgb')
    .toFormat(format)
    .toBuffer();

const tails = (): [string, Uint8Array][] => [
  ['a page', text(`<html>${SCRIPT}</html>`)],
  ['a program', text(`\n*/;fetch("//example.test/${MARKER}");/*`)],
  ['an archive', zipSync({ 'index.html': text(SCRIPT) })],
  ['a document', text(`%PDF-1.7\n${SCRIPT}\n%%EOF`)],
  ['a vector picture', text(`<svg xmlns="http://www.w3.org/2000/svg" onload="${MARKER}"/>`)],
  ['a server page', text(`<?php echo "${MARKER}"; ?>`)],
];

const heads = (): [string, Uint8Array][] => [
  ['a page', text(`<!doctype html>${SCRIPT}`)],
  ['a comment', text(`/*${MARKER}*/`)],
  ['a byte order mark and a page', text(`\ufeff<html>${SCRIPT}`)],
];

const impostors = (): [string, Uint8Array][] => [
  ['a page', text(`<!doctype html><html>${SCRIPT}</html>`)],
  ['a vector picture', text(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`)],
  ['a vector picture with entities', text(`<?xml version="1.0"?><!DOCTYPE s [<!ENTITY a "${MARKER}">]><svg>&a;</svg>`)],
  ['a program', text(`alert("${MARKER}")`)],
  ['an archive', zipSync({ a: text(MARKER) })],
  ['a program for Linux', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0])],
  [
    'a picture language that draws itself',
    text(`push graphic-context\nimage over 0,0 0,0 'https://example.test/${MARKER}'`),
  ],
  ['a PostScript program', text(`%!PS-Adobe\n(${MARKER}) run`)],
  ['a picture of Windows', Buffer.concat([text('BM'), Buffer.alloc(60)])],
  ['a gif that begins a program', text(`GIF89a/*${MARKER}*/=0;`)],
  ['nothing', new Uint8Array()],
];

/** One byte in eight, from the middle on, is another: the header says picture, the rest does not. */
function turned(bytes: Uint8Array, seed: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  for (let at = Math.floor(copy.length / 2) + seed; at < copy.length; at += 8)
    copy[at] = (copy[at]! ^ (seed + 1)) & 0xff;
  return copy;
}

/** Small files that say they are large, or are. */
async function bombs(): Promise<[string, Uint8Array][]> {
  const flat = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'black' }, limitInputPixels: false })
      .png()
      .toBuffer();
  return [
    ['a bomb of 256 million pixels', await flat(16_000, 16_000)],
    ['a bomb just inside the pixels that are let in', await flat(7_000, 7_000)],
    ['a bomb a pixel high', await flat(40_000, 1)],
    ['a png that says it has 4 billion pixels', liar(65_535, 65_535)],
    ['a png that says it has no pixel', liar(0, 0)],
    ['a png whose data unpacks to 200 MB', liar(64, 64, deflateSync(Buffer.alloc(200 * 1024 * 1024)))],
    ['a png with a text that unpacks to 50 MB', withText(deflateSync(Buffer.alloc(50 * 1024 * 1024)))],
  ];
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([text(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function header(width: number, height: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, 2, 0, 0, 0], 8);
  return data;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const liar = (width: number, height: number, data: Uint8Array = deflateSync(Buffer.alloc(64))) =>
  Buffer.concat([SIGNATURE, chunk('IHDR', header(width, height)), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
const withText = (packed: Uint8Array) =>
  Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header(8, 8)),
    chunk('zTXt', Buffer.concat([text(`${MARKER}\0\0`), packed])),
    chunk('IDAT', deflateSync(Buffer.alloc(8 * 25))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
