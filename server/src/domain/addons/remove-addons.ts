import { fail } from '@antiphon/contract/errors';
import type { AddonId } from '@antiphon/contract/quotes';
import { demand, type Member } from '../identity/identity.policy.ts';
import { type Saved, UNCHANGED, UPDATED } from './add-addons.ts';
import { havingIn, loadAddons, readAddons } from './load-addons.ts';
import { type SetDeps, setAddons } from './set-addons.ts';

type Asked = { addonKeys: string[]; quantities: Record<string, number> };

/** Fewer of add-ons from the next period on. What is paid stays until then, and nothing is given back. */
export async function removeAddons(deps: SetDeps, member: Member, { addonKeys, quantities }: Asked): Promise<Saved> {
  demand(member, 'billing.write');
  const { scope } = member;
  const loaded = await loadAddons(deps, scope, { isMore: false });
  const wanted = new Map<AddonId, number>();
  for (const key of addonKeys) {
    const left = quantities[key] ?? 0;
    const having = havingIn(loaded, key);
    if (!having) fail('invalid_input', { message: 'This add-on is not sold.' });
    if (left > having.quantity)
      fail('invalid_input', { message: `There are ${having.quantity} of this add-on. More are added, not left.` });
    if (left < having.quantity) wanted.set(key as AddonId, left);
  }
  if (wanted.size > 0) await setAddons(deps, member, { loaded, wanted });
  const { addons } = await deps.database.transaction(scope, (tx) => readAddons(tx, scope, addonKeys));
  return { message: wanted.size > 0 ? UPDATED : UNCHANGED, addons };
}
