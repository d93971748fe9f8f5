-- Ends what an account owes and is owed: nobody is there for it any more.
create or replace function credit_forgive(p_workspace text, p_org text) returns void language plpgsql as $$
declare
  v_account text := credit_account(p_workspace, p_org);
begin
  perform credit_lock(p_workspace);
  update credit_debts set forgiven = amount - paid
  where workspace_uid = p_workspace and (debtor = v_account or creditor = v_account) and paid + forgiven < amount;
end $$;
