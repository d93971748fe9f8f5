-- How much of the last grant is used, as the highest threshold that was passed: 0, 50, 75, 90 or 100 (less than one credit left).
create or replace function credit_used_percent(account credit_accounts) returns integer language sql immutable as $$
  select case
    when account.last_grant <= 0 then 0
    when account.balance < 1000000 then 100
    when account.balance * 10 <= account.last_grant then 90
    when account.balance * 4 <= account.last_grant then 75
    when account.balance * 2 <= account.last_grant then 50
    else 0
  end
$$;
