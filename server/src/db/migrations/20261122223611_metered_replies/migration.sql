ALTER TABLE "messages" ADD COLUMN "spent_micro" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- Raises what is held for a turn to `p_amount`: 'held', 'no_credits' or 'spend_limit' (then as much is held as before), 'over'
-- where the turn has ended. Less than is held changes nothing. The limits are reserved by the writes, as in `credit_hold`.
create or replace function credit_raise(p_workspace text, p_turn text, p_amount bigint, p_month_limit bigint, p_expires timestamptz)
returns text language plpgsql as $$
declare
  hold credit_holds%rowtype;
  v_by bigint;
begin
  select * into hold from credit_holds where workspace_uid = p_workspace and id = p_turn and state = 'held' for update;
  if not found then return 'over'; end if;
  v_by := p_amount - hold.amount;
  if v_by <= 0 then return 'held'; end if;
  update credit_holds set amount = p_amount, expires_at = greatest(expires_at, p_expires)
  where workspace_uid = p_workspace and id = p_turn;
  update agent_months set held = held + v_by
  where workspace_uid = p_workspace and agent_id = hold.agent_id and month = hold.month
    and (p_month_limit is null or spent + held + v_by <= p_month_limit);
  if not found then raise exception using errcode = 'AC002'; end if;
  update credit_accounts set held = held + v_by
  where id = 'workspace:' || p_workspace and workspace_uid = p_workspace and balance - held >= v_by;
  if not found then raise exception using errcode = 'AC001'; end if;
  return 'held';
exception
  when sqlstate 'AC001' then return 'no_credits';
  when sqlstate 'AC002' then return 'spend_limit';
end $$;
--> statement-breakpoint
-- The oldest reply that a conversation owes, with what is needed to answer it: the conversation, the newest `p_most` messages
-- (oldest first), the number of the agent's published version (null: deleted or taken offline) and what the orgs that see the
-- agent want of people taking over. Null where nothing is owed. Locks nothing: `begin_reply` refuses where an event came in
-- between.
create or replace function find_owed_reply(p_workspace text, p_conversation text, p_most int) returns json language plpgsql stable as $$
begin
  return (
    select json_build_object(
      'agentId', c.agent_id, 'isTest', c.is_test, 'lang', c.lang, 'variables', c.variables, 'seq', c.last_event_seq,
      'leaseOwner', c.lease_owner, 'isLeased', coalesce(c.lease_until > clock_timestamp(), false),
      'publishedVersion', (
        select a.published_version from agents a
        where a.workspace_uid = p_workspace and a.id = c.agent_id and a.deleted_at is null
      ),
      'orgs', (
        select coalesce(json_agg(json_build_object('disableHandoff', o.disable_handoff, 'settings', o.settings)), '[]')
        from org_agents oa join orgs o on o.id = oa.org_id
        where oa.workspace_uid = p_workspace and oa.agent_id = c.agent_id
      ),
      'reply', json_build_object('id', r.id, 'state', r.state, 'attempts', r.attempts, 'createdAt', r.created_at, 'spentMicro', r.spent_micro),
      'history', (
        select coalesce(json_agg(json_build_object('id', m.id, 'role', m.role, 'state', m.state, 'text', m.text,
          'replyId', m.reply_id, 'isUnknown', m.is_unknown) order by m.position), '[]')
        from (
          select * from messages
          where workspace_uid = p_workspace and conversation_id = p_conversation order by position desc limit p_most
        ) m
      )
    )
    from conversations c
    cross join lateral (
      select id, state, attempts, created_at, spent_micro from messages
      where workspace_uid = p_workspace and conversation_id = p_conversation
        and role = 'agent' and state in ('queued', 'streaming')
      order by position limit 1
    ) r
    where c.workspace_uid = p_workspace and c.id = p_conversation
  );
end $$;
--> statement-breakpoint
-- Before a model is asked, and while it answers: keeps `p_amount` held for the reply and notes what it has cost by then
-- (`p_spent`, which only grows), so that an attempt whose worker dies is not forgotten. Outcomes: those of `credit_raise`, and
-- 'lost' for a worker that does not hold the conversation's lease.
create or replace function meter_reply(
  p_workspace text, p_conversation text, p_reply text, p_owner text, p_attempt int, p_spent bigint, p_amount bigint,
  p_month_limit bigint, p_expires timestamptz
) returns json language plpgsql as $$
declare v_outcome text;
begin
  perform from conversations where workspace_uid = p_workspace and id = p_conversation
    and lease_owner = p_owner and lease_attempt = p_attempt for update;
  if not found then return '"lost"'; end if;
  v_outcome := credit_raise(p_workspace, p_reply, p_amount, p_month_limit, p_expires);
  if v_outcome = 'held' then
    update messages set spent_micro = greatest(spent_micro, p_spent)
    where workspace_uid = p_workspace and conversation_id = p_conversation and id = p_reply;
  end if;
  return to_json(v_outcome);
end $$;
