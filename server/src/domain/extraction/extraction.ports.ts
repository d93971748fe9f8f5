/** What can be read, as found by its bytes. */
export type ReadableKind = 'pdf' | 'docx' | 'md' | 'txt' | 'html' | 'csv';
/** `typed`: text that a member wrote or pasted, with lines of headings. */
export type DocumentKind = ReadableKind | 'typed';

/** A piece of text under its headings, outermost first. Tables and lists are lines; a chunk keeps them together if it can. */
export type TextBlock = { headingPath: string[]; text: string; kind: 'text' | 'table' | 'list' | 'code' };

/** What else a web page says. `links` are normal addresses of pages, each once; `canonical` is absolute; `siteName` may be empty. */
export type PageFacts = {
  links: string[];
  canonical: string | null;
  isNoFollow: boolean;
  siteName: string;
  hasScripts: boolean;
};

/** A passage that is searched and cited. `language` is one of PostgreSQL's text search configurations. */
export type Chunk = { headingPath: string[]; text: string; language: string };

/** `text` is all of it as a person reads it, `chunks` the same in passages; both can be stored. */
export type ChunkedText = { text: string; chunks: Chunk[] };

/** `title` is empty where the document has none; `page` stands for html alone. */
export type ExtractedText = ChunkedText & { title: string; page: PageFacts | null; isCut: boolean };

/**
 * Reads text out of untrusted bytes, apart from the rest of the process, within limits of time and memory. Throws
 * `VendorFailure` of kind `invalid` whose message says to the owner what is wrong with the file.
 */
export type DocumentText = {
  extract(input: {
    bytes: Uint8Array;
    kind: DocumentKind;
    /** The charset that came with it, or empty. */
    charset: string;
    /** Of a web page: links are resolved against it. */
    url: string | null;
    /** Keeps the footer of a web page, where small sites have their address and telephone number. */
    keepsFooter: boolean;
    /** Characters after which reading stops; `isCut` then. A passage under another heading costs at least 100. */
    charsMax: number;
  }): Promise<ExtractedText>;
};
