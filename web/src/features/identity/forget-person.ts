import { hashKey, type QueryClient } from '@tanstack/react-query';
import { query } from '../../api.ts';

/** Of this browser's own settings only the look and the language outlive a person. */
const KEPT = ['color-scheme', 'language'];

/** Everything that was kept here for who was signed in: what was read, the chosen workspace, stored pages. */
export async function forgetPerson(queryClient: QueryClient): Promise<void> {
  // The sign-in that is shown by now may be reading what the server offers: of no person, and it would wait for ever.
  const offered = hashKey(query.identity.getSignInOptions.queryOptions().queryKey);
  queryClient.removeQueries({ predicate: ({ queryHash }) => queryHash !== offered });
  queryClient.getMutationCache().clear();
  await forgetStored();
}

/** What outlives the page. It goes before anybody is told that they are signed out; what was read goes with the screen. */
export async function forgetStored(): Promise<void> {
  for (const key of Object.keys(localStorage)) if (!KEPT.includes(key)) localStorage.removeItem(key);
  sessionStorage.clear();
  if ('caches' in window) for (const name of await caches.keys()) await caches.delete(name);
}
