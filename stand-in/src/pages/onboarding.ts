import { emitThin } from '../events/emit.ts';
import { completeOnboarding } from '../resources/accounts.ts';
import { html } from './html.ts';
import { page } from './layout.ts';
import type { PageAnswer, Visit } from './visit.ts';

/** A link works once and for five minutes; afterwards the browser is sent to ask for a new one. */
export function showOnboarding({ tx, ids: [id = ''] }: Visit): PageAnswer {
  const link = tx.get('account_links', id);
  const hidden = tx.hidden('account_links', id);
  const urls = link.use_case.account_onboarding;
  if (hidden.isUsed || Date.parse(link.expires_at) <= tx.now * 1_000) return { redirect: urls?.refresh_url ?? '' };
  hidden.isUsed = true;
  const account = tx.get('accounts', link.account);
  return {
    status: 200,
    html: page(
      'Receive payments',
      html`<h1>Receive payments</h1>
<p>${account.display_name ?? 'Your business'} is about to take cards in test mode. A real provider would ask for the business, its owners and a bank account here.</p>
<form method="post">
<button name="answer" value="complete">Complete</button>
<button name="answer" value="cards" class="second">Complete, without payouts yet</button>
<button name="answer" value="later" class="second">Leave it for later</button>
</form>`,
    ),
  };
}

export function takeOnboarding({ tx, ids: [id = ''], form }: Visit): PageAnswer {
  const link = tx.get('account_links', id);
  const account = tx.get('accounts', link.account);
  if (form.answer === 'complete' || form.answer === 'cards')
    completeOnboarding(tx, account, form.answer === 'complete');
  const related = { id: account.id, type: 'v2.core.account', url: `/v2/core/accounts/${account.id}` };
  emitThin(tx, 'v2.core.account_link.returned', related, {
    account_id: account.id,
    configurations: ['merchant'],
    use_case: 'account_onboarding',
  });
  const urls = link.use_case.account_onboarding;
  tx.remove('account_links', id);
  return { redirect: urls?.return_url ?? urls?.refresh_url ?? '' };
}
