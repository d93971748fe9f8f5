CREATE TABLE "campaign_attempts" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"campaign_id" text NOT NULL,
	"lead_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"address" text NOT NULL,
	"address_mark" text NOT NULL,
	"account_id" text NOT NULL,
	"state" text NOT NULL,
	"is_machine" boolean DEFAULT false NOT NULL,
	"is_answered" boolean DEFAULT false NOT NULL,
	"vendor_id" text,
	"problem" text DEFAULT '' NOT NULL,
	"conversation_id" text,
	"line_until" timestamp(3) with time zone,
	"begun_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "campaign_recipients" (
	"campaign_id" text,
	"lead_id" text,
	"workspace_uid" text NOT NULL,
	"address" text NOT NULL,
	"address_mark" text NOT NULL,
	"zones" text[] NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "campaign_recipients_pkey" PRIMARY KEY("campaign_id","lead_id")
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"agent_id" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"paused_for" text,
	"phone_number_id" text,
	"group_ids" text[] DEFAULT '{}'::text[] NOT NULL,
	"without_group_ids" text[] DEFAULT '{}'::text[] NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"machine_text" text DEFAULT '' NOT NULL,
	"days" integer[] NOT NULL,
	"from_minute" integer NOT NULL,
	"to_minute" integer NOT NULL,
	"cap" integer,
	"starts_at" timestamp(3) with time zone,
	"approved_at" timestamp(3) with time zone,
	"contacted" integer DEFAULT 0 NOT NULL,
	"taken_after" text,
	"taken_at" timestamp(3) with time zone,
	"counts_since" timestamp(3) with time zone,
	"created_by" text NOT NULL,
	"started_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone,
	"due_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp(3) with time zone,
	"lease_attempt" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "consents_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"workspace_uid" text NOT NULL,
	"channel" text NOT NULL,
	"address" text,
	"address_mark" text NOT NULL,
	"topic" text NOT NULL,
	"is_granted" boolean NOT NULL,
	"source" text NOT NULL,
	"proof" text DEFAULT '' NOT NULL,
	"given_at" timestamp(3) with time zone NOT NULL,
	"recorded_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "opening" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "campaign_attempts_workspace_uid_campaign_id_begun_at_index" ON "campaign_attempts" ("workspace_uid","campaign_id","begun_at");--> statement-breakpoint
CREATE INDEX "campaign_attempts_workspace_uid_address_mark_begun_at_index" ON "campaign_attempts" ("workspace_uid","address_mark","begun_at");--> statement-breakpoint
CREATE INDEX "campaign_attempts_open" ON "campaign_attempts" ("workspace_uid","campaign_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "campaign_attempts_lines" ON "campaign_attempts" ("workspace_uid","line_until") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "campaign_attempts_rate" ON "campaign_attempts" ("account_id","begun_at");--> statement-breakpoint
CREATE INDEX "campaign_attempts_campaign_id_lead_id_index" ON "campaign_attempts" ("campaign_id","lead_id");--> statement-breakpoint
CREATE INDEX "campaign_attempts_lead_id_index" ON "campaign_attempts" ("lead_id");--> statement-breakpoint
CREATE INDEX "campaign_attempts_conversation_id_index" ON "campaign_attempts" ("conversation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "campaign_recipients_once" ON "campaign_recipients" ("campaign_id","address_mark") WHERE state <> 'skipped';--> statement-breakpoint
CREATE INDEX "campaign_recipients_workspace_uid_campaign_id_state_next_at_lead_id_index" ON "campaign_recipients" ("workspace_uid","campaign_id","state","next_at","lead_id");--> statement-breakpoint
CREATE INDEX "campaign_recipients_lead_id_index" ON "campaign_recipients" ("lead_id");--> statement-breakpoint
CREATE INDEX "campaigns_workspace_uid_agent_id_created_at_id_index" ON "campaigns" ("workspace_uid","agent_id","created_at","id");--> statement-breakpoint
CREATE INDEX "campaigns_agent_id_index" ON "campaigns" ("agent_id");--> statement-breakpoint
CREATE INDEX "campaigns_phone_number_id_index" ON "campaigns" ("phone_number_id");--> statement-breakpoint
CREATE INDEX "campaigns_due" ON "campaigns" ("due_at") WHERE state in ('scheduled', 'running');--> statement-breakpoint
CREATE INDEX "consents_workspace_uid_channel_address_mark_seq_index" ON "consents" ("workspace_uid","channel","address_mark","seq");--> statement-breakpoint
CREATE INDEX "consents_workspace_uid_seq_index" ON "consents" ("workspace_uid","seq");--> statement-breakpoint
ALTER TABLE "campaign_attempts" ADD CONSTRAINT "campaign_attempts_campaign_id_campaigns_id_fkey" FOREIGN KEY ("campaign_id") REFERENCES "campaigns"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "campaign_attempts" ADD CONSTRAINT "campaign_attempts_lead_id_leads_id_fkey" FOREIGN KEY ("lead_id") REFERENCES "leads"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "campaign_attempts" ADD CONSTRAINT "campaign_attempts_conversation_id_conversations_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "campaign_recipients" ADD CONSTRAINT "campaign_recipients_campaign_id_campaigns_id_fkey" FOREIGN KEY ("campaign_id") REFERENCES "campaigns"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "campaign_recipients" ADD CONSTRAINT "campaign_recipients_lead_id_leads_id_fkey" FOREIGN KEY ("lead_id") REFERENCES "leads"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_agent_id_agents_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_phone_number_id_phone_numbers_id_fkey" FOREIGN KEY ("phone_number_id") REFERENCES "phone_numbers"("id") ON DELETE SET NULL;
--> statement-breakpoint
select tenant_isolation('campaigns'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('campaign_recipients'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('campaign_attempts'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('consents'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on campaigns to app_tenant, app_system;
--> statement-breakpoint
grant select, insert, update, delete on campaign_recipients to app_tenant, app_system;
--> statement-breakpoint
grant select, insert, update, delete on campaign_attempts to app_tenant, app_system;
--> statement-breakpoint
grant select, insert, update (address, proof) on consents to app_tenant;
--> statement-breakpoint
grant select, insert, update (address, proof), delete on consents to app_system;
--> statement-breakpoint
-- Lines that are taken: by calls whose connection lives or was lost a moment ago, and by what is dialled and not answered yet.
-- `p_except` is a call that takes over the line that was kept for it.
create or replace function call_lines(p_workspace text, p_except text) returns int language plpgsql stable as $$
begin
  return (
    select count(*) from calls
    where workspace_uid = p_workspace and state <> 'ended' and lease_until > clock_timestamp()
  ) + (
    select count(*) from campaign_attempts a
    where a.workspace_uid = p_workspace and a.ended_at is null and a.line_until > clock_timestamp() and a.id <> p_except
      and not exists (select from calls c where c.id = a.id)
  );
end $$;
--> statement-breakpoint
-- What was said last of this number, of all topics or of this one: null where nothing was.
create or replace function has_consent(p_workspace text, p_channel text, p_mark text, p_topic text) returns boolean
language plpgsql stable as $$
begin
  return (
    select is_granted from consents
    where workspace_uid = p_workspace and channel = p_channel and address_mark = p_mark and topic in ('all', p_topic)
    order by seq desc limit 1
  );
end $$;
--> statement-breakpoint
-- Whether it is one of these hours in all zones at once, and never before 8 or after 21. A zone that is not known is never open.
create or replace function is_campaign_hour(p_zones text[], p_days int[], p_from int, p_to int, p_at timestamptz) returns boolean
language plpgsql stable as $$
declare
  v_zone text;
  v_local timestamp;
  v_minute int;
begin
  if coalesce(cardinality(p_zones), 0) = 0 then return false; end if;
  foreach v_zone in array p_zones loop
    v_local := p_at at time zone v_zone;
    v_minute := extract(hour from v_local) * 60 + extract(minute from v_local);
    if not extract(isodow from v_local)::int = any (p_days)
      or v_minute < greatest(p_from, 480) or v_minute >= least(p_to, 1260) then return false; end if;
  end loop;
  return true;
exception
  when invalid_parameter_value then return false;
end $$;
--> statement-breakpoint
-- Until the transaction ends nobody else takes back a consent of this number, and nobody begins to call it.
create or replace function lock_consent(p_workspace text, p_mark text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('consent ' || p_workspace || ' ' || p_mark, 0))
$$;
--> statement-breakpoint
-- Nobody is called any more until somebody lets it go on.
create or replace function pause_campaign(p_workspace text, p_campaign text, p_reason text) returns json language plpgsql as $$
begin
  update campaigns set state = 'paused', paused_for = p_reason
  where workspace_uid = p_workspace and id = p_campaign and state = 'running';
  return json_build_object('outcome', 'paused', 'reason', p_reason);
end $$;
--> statement-breakpoint
-- Begins at most one call of a campaign, as `p_id`, and answers whom it is for. Whatever may forbid it is looked at here, in the write:
-- the campaign's state, what went wrong of late, the rate of the account (one a second, whoever's campaigns use it), lines (one stays free), the
-- hour in all zones of the number, what the person allowed, whom another campaign reached within three days, the cap, and the credits, which are
-- set aside as `p_turn`. Else it answers why nothing begins: 'state', 'rate', 'lines', 'later', 'paused' or 'done'. Whoever may not be called any
-- more is passed over on the way, at most 50 at once ('again'). `p_now` is null but for tests. It is run for the system, for an account's rate
-- spans workspaces. Locks are taken in the order of all who take these: the lines, the person's row, credits last.
create or replace function claim_campaign_attempt(
  p_workspace text, p_campaign text, p_id text, p_turn text, p_now timestamptz, p_month text, p_amount bigint, p_month_limit bigint,
  p_expires timestamptz, p_line_ms int
) returns json language plpgsql as $$
declare
  v_now timestamptz;
  c campaigns%rowtype;
  r campaign_recipients%rowtype;
  v_account text;
  v_from text;
  v_last timestamptz;
  v_failed int;
  v_out int;
  v_max bigint;
  v_lines int;
  v_is_full boolean;
  v_granted boolean;
  v_hold text;
begin
  select * into c from campaigns where workspace_uid = p_workspace and id = p_campaign for update;
  v_now := coalesce(p_now, clock_timestamp());
  if not found or c.state <> 'running' or c.approved_at is null or c.taken_at is null then
    return json_build_object('outcome', 'state');
  end if;

  select account_id, number into v_account, v_from from phone_numbers where workspace_uid = p_workspace and id = c.phone_number_id;
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
  select max(begun_at) into v_last from campaign_attempts where account_id = v_account;
  if v_last > v_now - interval '1 second' then return json_build_object('outcome', 'rate'); end if;

  insert into limit_uses (workspace_uid, key) values (p_workspace, 'maxConcurrentCalls') on conflict do nothing;
  select max into v_max from limit_uses where workspace_uid = p_workspace and key = 'maxConcurrentCalls' for update;
  v_lines := call_lines(p_workspace, '');
  if v_lines + 1 >= v_max then return json_build_object('outcome', 'lines'); end if;

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
    v_granted := has_consent(p_workspace, 'voice', r.address_mark, 'marketing');
    if not exists (select from leads where workspace_uid = p_workspace and id = r.lead_id and deleted_at is null) then
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
  insert into campaign_attempts (id, workspace_uid, campaign_id, lead_id, agent_id, address, address_mark, account_id, state, line_until, begun_at)
  values (p_id, p_workspace, p_campaign, r.lead_id, c.agent_id, r.address, r.address_mark, v_account, 'begun',
    clock_timestamp() + p_line_ms * interval '1 millisecond', v_now);
  update campaign_recipients set state = 'under_way', tries = tries + 1
  where workspace_uid = p_workspace and campaign_id = p_campaign and lead_id = r.lead_id;
  if r.tries = 0 then update campaigns set contacted = contacted + 1 where workspace_uid = p_workspace and id = p_campaign; end if;
  update limit_uses set used = v_lines + 1 where workspace_uid = p_workspace and key = 'maxConcurrentCalls';
  return json_build_object('outcome', 'begun', 'leadId', r.lead_id, 'address', r.address, 'from', v_from, 'tries', r.tries + 1);
end $$;
