import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { ArchiveWriter } from '../../domain/exports/exports.ports.ts';

/** A zip archive as it grows; beyond 4 GB or 65,535 entries in the form of Zip64, which every system opens. */
export function makeZipWriter(): ArchiveWriter {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let current: Readable | null = null;
  zip.on('error', (error) => output.destroy(error));
  // Said to whoever reads; without a reader it is nobody's.
  output.on('error', () => {});
  output.once('close', () => current?.destroy(output.errored ?? new Error('Nobody reads the archive any more.')));
  return {
    chunks: output as AsyncIterable<Uint8Array>,
    async add(path, content, { isPacked }) {
      if (output.destroyed) throw output.errored ?? new Error('The archive was given up.');
      const source = Readable.from(content, { objectMode: false });
      current = source;
      const isTaken = finished(source);
      // Not `addReadStream`: every entry would hold on to its stream, and to what that was piped through, until the end.
      zip.addReadStreamLazy(path, { compress: isPacked }, (take) => take(null, current as Readable));
      await isTaken;
      current = null;
    },
    end: () => zip.end(),
    fail: (error) => void output.destroy(error),
  };
}
