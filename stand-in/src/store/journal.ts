import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/**
 * One line a commit, on the disk before anybody is answered. A line that a crash cut short was never answered and is
 * taken off. At the start the file is written anew with what it adds up to.
 */
export class Journal<Entry> {
  private readonly file: number;

  private constructor(file: number) {
    this.file = file;
  }

  static read<Entry>(path: string): Entry[] {
    if (!existsSync(path)) return [];
    const text = readFileSync(path, 'utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    if (whole.length < text.length) {
      const file = openSync(path, 'r+');
      ftruncateSync(file, Buffer.byteLength(whole));
      closeSync(file);
    }
    return whole
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Entry);
  }

  /** Puts the one line that the file adds up to in its place: by renaming, so that a crash leaves the one or the other. */
  static compact<Entry>(path: string, entry: Entry): void {
    const next = `${path}.next`;
    const file = openSync(next, 'w', 0o600);
    writeSync(file, `${JSON.stringify(entry)}\n`);
    fsyncSync(file);
    closeSync(file);
    renameSync(next, path);
    const folder = openSync(dirname(path), 'r');
    fsyncSync(folder);
    closeSync(folder);
  }

  static open<Entry>(path: string): Journal<Entry> {
    return new Journal<Entry>(openSync(path, 'a', 0o600));
  }

  append(entry: Entry): void {
    writeSync(this.file, `${JSON.stringify(entry)}\n`);
    fsyncSync(this.file);
  }

  close(): void {
    closeSync(this.file);
  }
}
