-- Begins at most one call or message of a campaign, as `p_id`, and answers whom it is for. Whatever may forbid it is looked at here, in the write:
-- the campaign's state, what went wrong of late, the rate (of an account a call a second, of a number a piece of an SMS a second, whoever's
-- campaigns use it), lines of calls (one stays free), the hour in all zones of the number, what the person allowed, whom another campaign reached
-- within three days, the cap, and the credits, which are set aside as `p_turn`. Else it answers why nothing begins: 'state', 'rate', 'lines',
-- 'later', 'paused' or 'done'. Whoever may not be reached any more is passed over on the way, at most 50 at once ('again'). `p_now` is null but for
-- tests. It is run for the system, for a rate spans workspaces. Locks are taken in the order of all who take these: the lines, the person's row,
-- what they said, credits last.
create or replace function claim_campaign_attempt(
  p_workspace text, p_campaign text, p_id text, p_turn text, p_now timestamptz, p_month text, p_amount bigint, p_month_limit bigint,
  p_expires timestamptz, p_line_ms int
) returns json language plpgsql as $$
declare
  v_now timestamptz;
  c campaigns%rowtype;
  r campaign_recipients%rowtype;
  v_is_call boolean;
  v_channel text;
  v_account text;
  v_from text;
  v_state text;
  v_last timestamptz;
  v_failed int;
  v_out int;
  v_max bigint;
  v_lines int;
  v_is_full boolean;
  v_granted boolean;
  v_name text;
  v_hold text;
begin
  select * into c from campaigns where workspace_uid = p_workspace and id = p_campaign for update;
  v_now := coalesce(p_now, clock_timestamp());
  if not found or c.state <> 'running' or c.approved_at is null or c.taken_at is null then
    return json_build_object('outcome', 'state');
  end if;

  v_is_call := c.kind = 'call';
  v_channel := case when v_is_call then 'voice' else c.kind end;
  if v_is_call then
    select account_id, number into v_account, v_from from phone_numbers where workspace_uid = p_workspace and id = c.phone_number_id;
  else
    -- Its number alone is written from, so its rate is the number's.
    select account_id || ' ' || external_id, external_id, state, quiet_until into v_account, v_from, v_state, v_last
    from channel_connections where workspace_uid = p_workspace and id = c.connection_id and agent_id = c.agent_id and not is_simulated;
    if v_state = 'token_dead' then return pause_campaign(p_workspace, p_campaign, 'token'); end if;
    if v_state not in ('waiting', 'connected') then return pause_campaign(p_workspace, p_campaign, 'number'); end if;
    if v_last > v_now then return json_build_object('outcome', 'rate'); end if;
  end if;
  if v_account is null then return pause_campaign(p_workspace, p_campaign, 'number'); end if;

  -- Ten of the last 200 are 5 %, four are 2 %.
  select count(*) filter (where a.problem <> '' and a.problem <> 'opted_out'), count(*) filter (where a.problem = 'opted_out')
  into v_failed, v_out
  from (
    select problem from campaign_attempts
    where workspace_uid = p_workspace and campaign_id = p_campaign and begun_at > coalesce(c.counts_since, '-infinity')
    order by begun_at desc limit 200
  ) a;
  if v_failed >= 10 then return pause_campaign(p_workspace, p_campaign, 'failures'); end if;
  if v_out >= 4 then return pause_campaign(p_workspace, p_campaign, 'opt_outs'); end if;

  perform pg_advisory_xact_lock(hashtextextended('campaign account ' || v_account, 0));
  select begun_at + segments * interval '1 second' into v_last
  from campaign_attempts where account_id = v_account order by begun_at desc limit 1;
  if v_last > v_now then return json_build_object('outcome', 'rate'); end if;

  if v_is_call then
    insert into limit_uses (workspace_uid, key) values (p_workspace, 'maxConcurrentCalls') on conflict do nothing;
    select max into v_max from limit_uses where workspace_uid = p_workspace and key = 'maxConcurrentCalls' for update;
    v_lines := call_lines(p_workspace, '');
    if v_lines + 1 >= v_max then return json_build_object('outcome', 'lines'); end if;
  end if;

  v_is_full := c.contacted >= c.cap;
  for i in 1..50 loop
    with sets as materialized (
      select distinct zones from campaign_recipients
      where workspace_uid = p_workspace and campaign_id = p_campaign and state = 'waiting' and next_at <= v_now
        and (tries > 0 or v_is_full is not true)
    ), open as materialized (
      select zones from sets where is_campaign_hour(zones, c.days, c.from_minute, c.to_minute, v_now)
    )
    select w.* into r from campaign_recipients w
    where w.workspace_uid = p_workspace and w.campaign_id = p_campaign and w.state = 'waiting' and w.next_at <= v_now
      and (w.tries > 0 or v_is_full is not true) and w.zones in (select zones from open)
    order by w.next_at, w.lead_id limit 1 for update skip locked;
    exit when not found;
    perform lock_consent(p_workspace, r.address_mark);
    v_granted := has_consent(p_workspace, v_channel, r.address_mark, 'marketing');
    -- Who said stop before consents were kept of messages.
    if not v_is_call and exists (
      select from channel_threads
      where workspace_uid = p_workspace and connection_id = c.connection_id and not is_reachable
        and thread = case c.kind when 'whatsapp' then ltrim(r.address, '+') else r.address end
    ) then v_granted := false; end if;
    select name into v_name from leads where workspace_uid = p_workspace and id = r.lead_id and deleted_at is null;
    if not found then
      update campaign_recipients set state = 'skipped', reason = 'no_number'
      where workspace_uid = p_workspace and campaign_id = p_campaign and lead_id = r.lead_id;
    elsif v_granted then
      if r.tries > 0 or not exists (
        select from campaign_attempts a where a.workspace_uid = p_workspace and a.address_mark = r.address_mark
          and a.campaign_id <> p_campaign and a.begun_at > v_now - interval '3 days'
      ) then exit; end if;
      update campaign_recipients set state = 'skipped', reason = 'contacted'
      where workspace_uid = p_workspace and campaign_id = p_campaign and lead_id = r.lead_id;
    else
      update campaign_recipients
      set state = case when v_granted is null then 'skipped' else 'opted_out' end, reason = case when v_granted is null then 'no_consent' end
      where workspace_uid = p_workspace and campaign_id = p_campaign and lead_id = r.lead_id;
    end if;
    if i = 50 then return json_build_object('outcome', 'again'); end if;
  end loop;

  if r.lead_id is null then
    if exists (select from campaign_attempts where workspace_uid = p_workspace and campaign_id = p_campaign and ended_at is null) then
      return json_build_object('outcome', 'later');
    end if;
    if not exists (select from campaign_recipients where workspace_uid = p_workspace and campaign_id = p_campaign and state = 'waiting') then
      update campaigns set state = 'done', ended_at = clock_timestamp() where workspace_uid = p_workspace and id = p_campaign;
      return json_build_object('outcome', 'done');
    end if;
    if v_is_full and not exists (
      select from campaign_recipients where workspace_uid = p_workspace and campaign_id = p_campaign and state = 'waiting' and tries > 0
    ) then return pause_campaign(p_workspace, p_campaign, 'cap'); end if;
    return json_build_object('outcome', 'later');
  end if;

  v_hold := credit_hold(p_workspace, p_turn, c.agent_id, p_month, p_amount, p_month_limit, p_expires);
  if v_hold <> 'new' then return pause_campaign(p_workspace, p_campaign, 'credits'); end if;
  insert into campaign_attempts (
    id, workspace_uid, campaign_id, lead_id, agent_id, address, address_mark, account_id, segments, state, line_until, begun_at
  )
  values (p_id, p_workspace, p_campaign, r.lead_id, c.agent_id, r.address, r.address_mark, v_account, c.segments, 'begun',
    case when v_is_call then clock_timestamp() + p_line_ms * interval '1 millisecond' end, v_now);
  update campaign_recipients set state = 'under_way', tries = tries + 1
  where workspace_uid = p_workspace and campaign_id = p_campaign and lead_id = r.lead_id;
  if r.tries = 0 then update campaigns set contacted = contacted + 1 where workspace_uid = p_workspace and id = p_campaign; end if;
  if v_is_call then update limit_uses set used = v_lines + 1 where workspace_uid = p_workspace and key = 'maxConcurrentCalls'; end if;
  return json_build_object('outcome', 'begun', 'leadId', r.lead_id, 'name', v_name, 'address', r.address, 'from', v_from, 'tries', r.tries + 1);
end $$;
