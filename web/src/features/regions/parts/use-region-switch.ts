import type { Region } from '@antiphon/contract/regions';
import { useMutation } from '@tanstack/react-query';
import { api, apiUrl } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useMe } from '../../workspaces/use-workspace.ts';
import { switchedPath } from '../switched-path.ts';

const RELOAD_DELAY_MS = 1_000;

/** `target` is the region that is being switched to, while 'Reloading...' stands on the page. */
export function useRegionSwitch() {
  const t = useTexts('shell');
  const { email } = useMe();
  const switching = useMutation({
    meta: { failure: t('regions.failed') },
    mutationFn: async (target: Region) => {
      const isIn = (await isSignedInAs(email, target)) || (await enter(target));
      const { pathname, search } = window.location;
      const path = switchedPath(pathname, target) + search;
      const entry = `/login?${new URLSearchParams({ region: target, redirect: path })}`;
      await new Promise((resolve) => setTimeout(resolve, RELOAD_DELAY_MS));
      window.location.assign(isIn ? path : entry);
    },
  });
  const isUnderWay = switching.isPending || switching.isSuccess;
  return { target: isUnderWay ? switching.variables : null, switchTo: switching.mutate };
}

/** Somebody else may be signed in there: that session is not theirs to go on with. */
async function isSignedInAs(email: string, region: Region): Promise<boolean> {
  const response = await fetch(apiUrl('/v2/me', region), { credentials: 'same-origin' });
  return response.ok && ((await response.json()) as { email: string }).email === email;
}

/** Takes the one-minute token that the other region gave to this one; false where that region wants a sign-in of its own. */
async function enter(target: Region): Promise<boolean> {
  const { authToken } = await api.regions.startSwitch({ target });
  if (authToken === null) return false;
  const response = await fetch(apiUrl('/auth/one-time-token/verify', target), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    credentials: 'same-origin',
    body: JSON.stringify({ token: authToken }),
  });
  return response.ok;
}
