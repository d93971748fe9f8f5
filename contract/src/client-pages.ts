/** Pages of a client's dashboard, as they are stored. Free of validators, so that screens can import it. */
export const CLIENT_PAGES = [
  '/home',
  '/convos',
  '/leads',
  '/analytics',
  '/metrics',
  '/kb',
  '/channels',
  '/nodes',
  '/settings',
  '/voice',
  '/campaigns',
  '/prompt',
] as const;
export type ClientPage = (typeof CLIENT_PAGES)[number];

/** What a new org gives its people. Pages whose capability is to come are kept as stored values. */
export const DEFAULT_CLIENT_ACCESS: readonly ClientPage[] = ['/home', '/convos', '/analytics', '/leads', '/campaigns'];

/** Stored, but shown nowhere until there is such a page. */
const TO_COME: readonly ClientPage[] = ['/voice', '/campaigns', '/prompt'];

export const isOffered = (page: ClientPage) => !TO_COME.includes(page);

/** Every page once: the stored order first, then what it does not name. */
export const orderPages = (order: readonly ClientPage[]): ClientPage[] => [...new Set([...order, ...CLIENT_PAGES])];

/** The pages that a client is shown, in their order. */
export const allowedPages = (canAccess: readonly ClientPage[], order: readonly ClientPage[]): ClientPage[] =>
  orderPages(order).filter((page) => canAccess.includes(page) && isOffered(page));
