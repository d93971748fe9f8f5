import { type ClientPath, isClientPage } from '@antiphon/contract/client-pages';
import { clientPages } from './pages.tsx';

/** Of what a client is allowed, the pages that there are, and the agency's custom tabs. */
export const shownPages = (allowed: readonly ClientPath[]): ClientPath[] =>
  allowed.filter((path) => !isClientPage(path) || clientPages[path] !== undefined);
