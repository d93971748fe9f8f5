/** Where the bytes of files lie. Keys are made by `newStorageKey`; an adapter refuses any other form. */
export type FileStore = {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Throws `VendorFailure` of kind `not_found` when nothing lies there. */
  get(key: string): Promise<Uint8Array>;
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;
};

export type FileKind = 'pdf' | 'docx' | 'md' | 'txt' | 'html' | 'csv' | 'png' | 'jpeg' | 'webp' | 'gif';

/**
 * What a file is by its bytes; null for anything else. The name's ending only tells apart the kinds that are plain text:
 * a picture called `.pdf` is a picture, and a program called `.txt` is nothing.
 */
export type SniffFileKind = (bytes: Uint8Array, name: string) => Promise<FileKind | null>;

/** Draws a picture anew, so that nothing but its pixels is left: no place, no camera, no second file behind it. */
export type CleanPicture = (bytes: Uint8Array, kind: 'png' | 'jpeg' | 'webp' | 'gif') => Promise<Uint8Array>;

/** As `CleanPicture`, as a still picture of at most `side` pixels each way, whatever format it came in. */
export type DrawPhoto = (bytes: Uint8Array, kind: 'webp', side: number) => Promise<Uint8Array>;
