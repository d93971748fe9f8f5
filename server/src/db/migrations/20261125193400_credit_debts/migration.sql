CREATE TABLE "credit_debts" (
	"id" text,
	"workspace_uid" text,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "credit_debts_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"debtor" text NOT NULL,
	"creditor" text NOT NULL,
	"amount" bigint NOT NULL,
	"paid" bigint DEFAULT 0 NOT NULL,
	"forgiven" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_debts_pkey" PRIMARY KEY("workspace_uid","id"),
	CONSTRAINT "debt_positive" CHECK ("amount" > 0),
	CONSTRAINT "debt_paid" CHECK ("paid" >= 0 and "forgiven" >= 0 and "paid" + "forgiven" <= "amount")
);
--> statement-breakpoint
CREATE INDEX "credit_debts_open" ON "credit_debts" ("workspace_uid","debtor","number") WHERE paid + forgiven < amount;
--> statement-breakpoint
select tenant_isolation('credit_debts'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update on credit_debts to app_tenant, app_system;
--> statement-breakpoint
-- As the other tables of the ledger: deleted with a workspace that is deleted, and not before.
grant delete on credit_debts to app_system;
--> statement-breakpoint
create policy deleted_workspaces_only on credit_debts as restrictive for delete to app_system
  using (not exists (select from workspaces w where w.uid = workspace_uid and w.deleted_at is null));
--> statement-breakpoint
-- Writes a transfer between two accounts, each by its key, and a line for each of them that is the workspace's or an org's. What they
-- have is changed by the caller, who has locked them.
create or replace function credit_book(
  p_workspace text, p_id text, p_from text, p_to text, p_amount bigint, p_kind text, p_feature_from text, p_feature_to text
) returns void language plpgsql as $$
begin
  insert into credit_transfers (workspace_uid, id, debit_account, credit_account, amount, kind)
  values (p_workspace, p_id, p_from, p_to, p_amount, p_kind);
  insert into usage_entries (workspace_uid, id, amount, direction, caused_by, feature_key, org_id)
  select p_workspace, p_id || side.mark, p_amount, side.direction, 'feature', side.feature,
    case when side.account like 'org:%' then substr(side.account, 5) end
  from (values (p_from, ':from', 'decrease', p_feature_from), (p_to, ':to', 'increase', p_feature_to)) side (account, mark, direction, feature)
  where side.account not like 'platform:%';
end $$;
--> statement-breakpoint
-- Locks the workspace's own account, made where it is missing. Whoever touches two accounts of a workspace takes this one first: then
-- nobody who holds another waits for it, whichever way credits go and whoever is paid of them.
create or replace function credit_lock(p_workspace text) returns void language plpgsql as $$
begin
  insert into credit_accounts (id, workspace_uid) values (credit_account(p_workspace, null), p_workspace) on conflict (id) do nothing;
  perform from credit_accounts where workspace_uid = p_workspace and id = credit_account(p_workspace, null) for update;
end $$;
--> statement-breakpoint
-- Ends what an account owes and is owed: nobody is there for it any more.
create or replace function credit_forgive(p_workspace text, p_org text) returns void language plpgsql as $$
declare
  v_account text := credit_account(p_workspace, p_org);
begin
  perform credit_lock(p_workspace);
  update credit_debts set forgiven = amount - paid
  where workspace_uid = p_workspace and (debtor = v_account or creditor = v_account) and paid + forgiven < amount;
end $$;
--> statement-breakpoint
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
--> statement-breakpoint
-- Gives credits once per id: 'new', 'existing', or 'mismatch' where the id stands for another sum or feature. A grant begins
-- the warnings anew, and pays what is owed.
create or replace function credit_grant(p_workspace text, p_id text, p_amount bigint, p_feature text) returns text language plpgsql as $$
begin
  insert into credit_transfers (workspace_uid, id, debit_account, credit_account, amount, kind)
  values (p_workspace, 'grant:' || p_id, 'platform:grants', 'workspace:' || p_workspace, p_amount, p_feature)
  on conflict (workspace_uid, id) do nothing;
  if not found then
    perform from credit_transfers
    where workspace_uid = p_workspace and id = 'grant:' || p_id and amount = p_amount and kind = p_feature;
    return case when found then 'existing' else 'mismatch' end;
  end if;
  insert into usage_entries (workspace_uid, id, amount, direction, caused_by, feature_key)
  values (p_workspace, 'grant:' || p_id, p_amount, 'increase', 'feature', p_feature);
  insert into credit_accounts (id, workspace_uid, balance, last_grant) values ('workspace:' || p_workspace, p_workspace, p_amount, p_amount)
  on conflict (id) do update
  set balance = credit_accounts.balance + excluded.balance, last_grant = excluded.last_grant, warned_percent = 0;
  perform credit_pay_debts(p_workspace, 'workspace:' || p_workspace);
  return 'new';
end $$;
--> statement-breakpoint
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
--> statement-breakpoint
-- Gives an org what it bought, from its agency's account, once per id; what the account lacks the platform advances up to
-- `p_advance`, and the agency owes the org the rest.
create or replace function credit_sell(p_workspace text, p_id text, p_org text, p_amount bigint, p_advance bigint) returns text language sql as $$
  select credit_owe(p_workspace, p_id, credit_account(p_workspace, null), credit_account(p_workspace, p_org), p_amount, 'sale', 'credits_sold', 'credits_bought', p_advance)
$$;
--> statement-breakpoint
-- Moves credits between two accounts of a workspace (null: its own; else an org's), once per id: 'new', 'existing', 'mismatch' where
-- the id stood for something else, 'no_credits' where less may be spent. Both accounts get a line. What an org is given is its
-- new last grant and begins its warnings anew; of what somebody took away themselves they are not warned. Whoever gets credits pays
-- what they owe.
create or replace function credit_transfer(p_workspace text, p_id text, p_from text, p_to text, p_amount bigint, p_kind text)
returns text language plpgsql as $$
declare
  v_id text := 'transfer:' || p_id;
  v_from text := credit_account(p_workspace, p_from);
  v_to text := credit_account(p_workspace, p_to);
begin
  insert into credit_transfers (workspace_uid, id, debit_account, credit_account, amount, kind)
  values (p_workspace, v_id, v_from, v_to, p_amount, p_kind)
  on conflict (workspace_uid, id) do nothing;
  if not found then
    perform from credit_transfers where workspace_uid = p_workspace and id = v_id
      and debit_account = v_from and credit_account = v_to and amount = p_amount and kind = p_kind;
    return case when found then 'existing' else 'mismatch' end;
  end if;
  insert into usage_entries (workspace_uid, id, amount, direction, caused_by, feature_key, org_id) values
    (p_workspace, v_id || ':from', p_amount, 'decrease', 'feature', p_kind, p_from),
    (p_workspace, v_id || ':to', p_amount, 'increase', 'feature', p_kind, p_to);
  perform credit_lock(p_workspace);
  insert into credit_accounts (id, workspace_uid) values (v_to, p_workspace) on conflict (id) do nothing;
  perform from credit_accounts where workspace_uid = p_workspace and id in (v_from, v_to) for update;
  update credit_accounts set balance = balance - p_amount
  where id = v_from and workspace_uid = p_workspace and balance - held >= p_amount;
  if not found then raise exception using errcode = 'AC001'; end if;
  update credit_accounts account set warned_percent = greatest(warned_percent, credit_used_percent(account))
  where id = v_from and workspace_uid = p_workspace;
  update credit_accounts set balance = balance + p_amount,
    last_grant = case when p_to is null then last_grant else p_amount end,
    warned_percent = case when p_to is null then warned_percent else 0 end
  where id = v_to and workspace_uid = p_workspace;
  if not found then raise exception 'account % is of another workspace', v_to; end if;
  perform credit_pay_debts(p_workspace, v_to);
  return 'new';
exception
  when sqlstate 'AC001' then return 'no_credits';
end $$;
