-- Credits that one account has to give another, each by its key, once per kind and id: 'new', 'existing', or 'mismatch' where the id
-- stood for something else. What the receiver owes the giver is set off first; then comes what may be spent; then, up to what
-- `p_advance` leaves beside all that the giver owes the platform already, what the platform advances. The rest stays a debt.
create or replace function credit_owe(
  p_workspace text, p_id text, p_from text, p_to text, p_amount bigint, p_kind text, p_feature_from text, p_feature_to text, p_advance bigint
) returns text language plpgsql as $$
declare
  v_id text := p_kind || ':' || p_id;
  debt credit_debts%rowtype;
  v_part bigint;
  v_left bigint := p_amount;
  v_paid bigint;
  v_advance bigint;
begin
  perform credit_lock(p_workspace);
  insert into credit_accounts (id, workspace_uid)
  select key, p_workspace from unnest(array[p_from, p_to]) key where key not like 'platform:%' on conflict (id) do nothing;
  perform from credit_accounts where workspace_uid = p_workspace and id in (p_from, p_to) for update;
  if exists (select from credit_accounts where workspace_uid <> p_workspace and id in (p_from, p_to)) then
    raise exception 'account % or % is of another workspace', p_from, p_to;
  end if;
  select sum(known.amount) filter (where known.giver = p_from and known.receiver = p_to) into v_part from (
    select debit_account as giver, credit_account as receiver, amount from credit_transfers where workspace_uid = p_workspace and id = v_id
    union all select debtor, creditor, amount from credit_debts where workspace_uid = p_workspace and id = v_id
  ) known having count(*) > 0;
  if found then return case when v_part = p_amount then 'existing' else 'mismatch' end; end if;

  for debt in
    select * from credit_debts
    where workspace_uid = p_workspace and debtor = p_to and creditor = p_from and paid + forgiven < amount order by number
  loop
    exit when v_left = 0;
    v_part := least(v_left, debt.amount - debt.paid - debt.forgiven);
    update credit_debts set paid = paid + v_part where workspace_uid = p_workspace and id = debt.id;
    perform credit_book(p_workspace, 'debt:' || debt.id || ':' || debt.paid, p_to, p_from, v_part, 'debt', 'debt_paid', 'debt_received');
    v_left := v_left - v_part;
  end loop;
  select least(v_left, balance - held) into v_paid from credit_accounts where workspace_uid = p_workspace and id = p_from;
  select least(v_left - v_paid, greatest(0, p_advance - coalesce(sum(amount - paid - forgiven), 0))) into v_advance
  from credit_debts where workspace_uid = p_workspace and debtor = p_from and creditor like 'platform:%' and paid + forgiven < amount;
  v_left := v_left - v_paid - v_advance;

  if v_advance > 0 then
    insert into credit_debts (workspace_uid, id, debtor, creditor, amount)
    values (p_workspace, 'advance:' || p_id, p_from, 'platform:advances', v_advance);
    perform credit_book(p_workspace, 'advance:' || p_id, 'platform:advances', p_from, v_advance, 'advance', null, 'advance');
  end if;
  if v_left < p_amount then
    perform credit_book(p_workspace, v_id, p_from, p_to, p_amount - v_left, p_kind, p_feature_from, p_feature_to);
  end if;
  if v_left > 0 then
    insert into credit_debts (workspace_uid, id, debtor, creditor, amount) values (p_workspace, v_id, p_from, p_to, v_left);
  end if;
  update credit_accounts set balance = balance - v_paid where workspace_uid = p_workspace and id = p_from;
  update credit_accounts set balance = balance + v_paid + v_advance,
    last_grant = case when id like 'org:%' and v_paid + v_advance > 0 then v_paid + v_advance else last_grant end,
    warned_percent = case when id like 'org:%' and v_paid + v_advance > 0 then 0 else warned_percent end
  where workspace_uid = p_workspace and id = p_to;
  perform credit_pay_debts(p_workspace, p_to);
  return 'new';
end $$;
