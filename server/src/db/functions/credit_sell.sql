-- Gives an org what it bought, from its agency's account, once per id; what the account lacks the platform advances up to
-- `p_advance`, and the agency owes the org the rest.
create or replace function credit_sell(p_workspace text, p_id text, p_org text, p_amount bigint, p_advance bigint) returns text language sql as $$
  select credit_owe(p_workspace, p_id, credit_account(p_workspace, null), credit_account(p_workspace, p_org), p_amount, 'sale', 'credits_sold', 'credits_bought', p_advance)
$$;
