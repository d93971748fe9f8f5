/** A part as it lies in the file store. */
export type StoredPart = { bytes: number; type: string; storageKey: string };
/** Bytes from memory, or from the file store behind the first `skip` of them. */
export type Piece = { bytes: number } & ({ held: Uint8Array } | { storageKey: string; skip: number });

export const SOUND_RATE = 8_000;
const CHANNELS = 2;
const MU_LAW = 7;
export const WAV_HEADER_BYTES = 58;

/** https://www.mmsp.ece.mcgill.ca/Documents/AudioFormats/WAVE/WAVE.html: of mu-law, two channels, one byte each. */
export function wavHeader(dataBytes: number): Uint8Array {
  const header = Buffer.alloc(WAV_HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(WAV_HEADER_BYTES - 8 + dataBytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(18, 16);
  header.writeUInt16LE(MU_LAW, 20);
  header.writeUInt16LE(CHANNELS, 22);
  header.writeUInt32LE(SOUND_RATE, 24);
  header.writeUInt32LE(SOUND_RATE * CHANNELS, 28);
  header.writeUInt16LE(CHANNELS, 32);
  header.writeUInt16LE(8, 34);
  header.write('fact', 38, 'latin1');
  header.writeUInt32LE(4, 42);
  header.writeUInt32LE(dataBytes / CHANNELS, 46);
  header.write('data', 50, 'latin1');
  header.writeUInt32LE(dataBytes, 54);
  return header;
}

/** The parts as one file: those of ours are one behind the other, under one header; of a provider there is one. */
export function joined(parts: readonly StoredPart[]): { type: string; bytes: number; pieces: Piece[] } {
  const [first] = parts;
  if (first?.type !== 'audio/wav') {
    const pieces = first ? [{ bytes: first.bytes, storageKey: first.storageKey, skip: 0 }] : [];
    return { type: first?.type ?? '', bytes: first?.bytes ?? 0, pieces };
  }
  const sounds = parts.map(({ bytes, storageKey }) => ({
    ...{ bytes: Math.max(0, bytes - WAV_HEADER_BYTES), storageKey },
    skip: WAV_HEADER_BYTES,
  }));
  const dataBytes = sounds.reduce((sum, { bytes }) => sum + bytes, 0);
  const header = { bytes: WAV_HEADER_BYTES, held: wavHeader(dataBytes) };
  return { type: first.type, bytes: WAV_HEADER_BYTES + dataBytes, pieces: [header, ...sounds] };
}
