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

type NameIn<Page extends string> = Page extends `/${infer Name}` ? Name : never;
/** Without its slash: under this key texts have what it is called. */
export const nameOfPage = (page: ClientPage): NameIn<ClientPage> => page.slice(1) as NameIn<ClientPage>;

/** A page, or the `href` of a custom tab of the agency: what lists of access and of order name. */
export type ClientPath = `/${string}`;

export const isClientPage = (path: string): path is ClientPage => (CLIENT_PAGES as readonly string[]).includes(path);

/** What a new org gives its people. */
export const DEFAULT_CLIENT_ACCESS: readonly ClientPage[] = ['/home', '/convos', '/analytics', '/leads', '/campaigns'];

/** Every page and every tab (by its `href`) once: the stored order first, then what it does not name. */
export const orderPages = (order: readonly ClientPath[], tabs: readonly ClientPath[] = []): ClientPath[] =>
  [...new Set([...order, ...CLIENT_PAGES, ...tabs])].filter((path) => isClientPage(path) || tabs.includes(path));

/** The pages that a client is shown, in their order. */
export const allowedPages = (canAccess: readonly ClientPath[], order: readonly ClientPath[]): ClientPage[] =>
  orderPages(order).filter((page): page is ClientPage => isClientPage(page) && canAccess.includes(page));

/** The same with custom tabs, all of which the client may see. */
export const shownPaths = (
  canAccess: readonly ClientPath[],
  order: readonly ClientPath[],
  tabs: readonly ClientPath[],
): ClientPath[] => orderPages(order, tabs).filter((path) => (isClientPage(path) ? canAccess.includes(path) : true));
