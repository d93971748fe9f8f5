import type { ReactNode } from 'react';

/** One public page, as the build writes it and the server sends it. */
export type PublicPage = {
  path: `/${string}`;
  title: string;
  description: string;
  /** `landing` pages carry the landing navigation. */
  frame: 'landing' | 'plain';
  /** Not for search engines and the site map. */
  isUnlisted?: boolean;
  /** Whether the page carries the widget. */
  hasWidget?: boolean;
  /** Schema.org; values of slots through `jsonSlot`. */
  structuredData?: object;
  body: ReactNode;
};
