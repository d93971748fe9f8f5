-- Pays what an account owes, the oldest first, as far as what may be spent goes; who is paid pays theirs in turn. The caller has locked
-- the workspace's account and this one. Two never owe each other (`credit_owe`), so that nothing goes round.
create or replace function credit_pay_debts(p_workspace text, p_debtor text) returns void language plpgsql as $$
declare
  debt credit_debts%rowtype;
  v_pay bigint;
begin
  for debt in
    select * from credit_debts where workspace_uid = p_workspace and debtor = p_debtor and paid + forgiven < amount order by number
  loop
    select least(balance - held, debt.amount - debt.paid - debt.forgiven) into v_pay
    from credit_accounts where workspace_uid = p_workspace and id = p_debtor;
    exit when v_pay <= 0;
    update credit_debts set paid = paid + v_pay where workspace_uid = p_workspace and id = debt.id;
    perform credit_book(p_workspace, 'debt:' || debt.id || ':' || debt.paid, p_debtor, debt.creditor, v_pay, 'debt', 'debt_paid', 'debt_received');
    update credit_accounts set balance = balance - v_pay where workspace_uid = p_workspace and id = p_debtor;
    -- For an org it is as credits that it bought just now.
    update credit_accounts set balance = balance + v_pay,
      last_grant = case when id like 'org:%' then balance + v_pay else last_grant end,
      warned_percent = case when id like 'org:%' then 0 else warned_percent end
    where workspace_uid = p_workspace and id = debt.creditor;
    if found then perform credit_pay_debts(p_workspace, debt.creditor); end if;
  end loop;
end $$;
