import { useState } from 'react';

let taken: { path: string; token: string } | null = null;

/** The token behind the `#` of a mail's link. It leaves the address at once, so that neither history nor a screenshot keeps it. */
export function useLinkToken(): string {
  const [token] = useState(() => {
    const { hash, pathname, search } = window.location;
    const found = new URLSearchParams(hash.slice(1)).get('token');
    if (found !== null) {
      taken = { path: pathname, token: found };
      window.history.replaceState(window.history.state, '', pathname + search);
    }
    // A screen that is drawn twice finds the address empty the second time.
    return taken?.path === pathname ? taken.token : '';
  });
  return token;
}
