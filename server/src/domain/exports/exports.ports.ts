/** Writes one archive, an entry after the other. `chunks` is read while entries are added: who reads slowly slows the writer down. */
export type ArchiveWriter = {
  readonly chunks: AsyncIterable<Uint8Array>;
  /**
   * Ends when all of `content` is taken. `isPacked`: tables are. Files are stored as they are: most of them are packed by themselves,
   * and thousands of packers would hold on to their buffers.
   */
  add(path: string, content: AsyncIterable<Uint8Array>, how: { isPacked: boolean }): Promise<void>;
  /** After the last entry. */
  end(): void;
  /** Gives up: whoever reads `chunks` gets this error. */
  fail(error: Error): void;
};

export type MakeArchiveWriter = () => ArchiveWriter;
