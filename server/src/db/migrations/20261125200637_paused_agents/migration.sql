ALTER TABLE "agents" ADD COLUMN "paused_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "agents_paused" ON "agents" ("workspace_uid") WHERE paused_at is not null;
--> statement-breakpoint
-- The oldest reply that a conversation owes, with what is needed to answer it: the conversation, the newest `p_most` messages
-- (oldest first), the number of the agent's published version (null: deleted or taken offline), whether it is paused and was
-- taught answers, and what the orgs that see the agent want of people taking over. Null where nothing is owed. Locks nothing: `begin_reply` refuses where an event came in
-- between.
create or replace function find_owed_reply(p_workspace text, p_conversation text, p_most int) returns json language plpgsql stable as $$
begin
  return (
    select json_build_object(
      'agentId', c.agent_id, 'isTest', c.is_test, 'lang', c.lang, 'variables', c.variables, 'page', c.visit #> '{pages,-1}', 'seq', c.last_event_seq,
      'leaseOwner', c.lease_owner, 'isLeased', coalesce(c.lease_until > clock_timestamp(), false),
      'publishedVersion', (
        select a.published_version from agents a
        where a.workspace_uid = p_workspace and a.id = c.agent_id and a.deleted_at is null
      ),
      'isPaused', exists (
        select from agents a where a.workspace_uid = p_workspace and a.id = c.agent_id and a.paused_at is not null
      ),
      'hasTaught', exists (
        select from knowledge_documents d
        where d.workspace_uid = p_workspace and d.agent_id = c.agent_id and d.questions <> '{}'
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
-- Until the transaction ends nobody else chooses which agents of the workspace are paused.
create or replace function lock_paused_agents(p_workspace text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('paused agents ' || p_workspace, 0))
$$;
--> statement-breakpoint
-- As many agents of a workspace are paused as are over its plan, and no more; returns how many were changed. Fewer are paused at once, the
-- oldest first. More only where `p_over_since` is given and the plan has been exceeded since before it: the newest then. One after the
-- other, by a lock that nobody else waits for; agents that somebody holds are let go on by the next run, so that whoever deletes
-- one never waits for another here.
create or replace function settle_paused_agents(p_workspace text, p_over_since timestamptz default null) returns int language plpgsql as $$
declare
  v_over bigint;
  v_due boolean;
  v_paused bigint;
  v_changed int := 0;
begin
  if p_over_since is not null then perform lock_paused_agents(p_workspace); end if;
  select case when u.max is null then 0 else greatest(0, u.used - u.max) end, u.over_since <= p_over_since into v_over, v_due
  from limit_uses u where u.workspace_uid = p_workspace and u.key = 'maxAgents';
  if not found then return 0; end if;
  select count(*) into v_paused from agents where workspace_uid = p_workspace and paused_at is not null and deleted_at is null;
  if v_paused > v_over then
    update agents set paused_at = null where workspace_uid = p_workspace and id in (
      select id from agents where workspace_uid = p_workspace and paused_at is not null and deleted_at is null
      order by created_at, id limit v_paused - v_over for update skip locked
    );
    get diagnostics v_changed = row_count;
  elsif v_paused < v_over and v_due then
    update agents set paused_at = now() where workspace_uid = p_workspace and id in (
      select id from agents where workspace_uid = p_workspace and paused_at is null and deleted_at is null
      order by created_at desc, id desc limit v_over - v_paused for update
    );
    get diagnostics v_changed = row_count;
  end if;
  return v_changed;
end $$;
--> statement-breakpoint
-- A larger plan, or fewer agents: those that fit answer again at once.
create or replace function unpause_agents() returns trigger language plpgsql as $$
begin
  perform settle_paused_agents(new.workspace_uid);
  return null;
end $$;
--> statement-breakpoint
create trigger unpause_agents after update of used, max on limit_uses for each row when (new.key = 'maxAgents') execute function unpause_agents();
