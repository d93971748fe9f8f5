import type { ClientPage } from '@antiphon/contract/client-pages';
import { clientPages } from './pages.tsx';

/** Of the pages that a client is allowed, those that there are. */
export const shownPages = (allowed: readonly ClientPage[]): ClientPage[] =>
  allowed.filter((page) => clientPages[page] !== undefined);
