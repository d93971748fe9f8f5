-- The kinds of leased work of which something may be due that nobody holds, by the names of `DueKind` (server/src/db/due-work.ts). Each holds
-- whenever a claim of that kind would find something; where it holds and a claim finds nothing (a workspace has its share), the next look asks
-- again. Where an index leads with the workspace, it goes from one workspace that waits to the next.
create or replace function due_work(p_workspace text) returns json language plpgsql stable as $$
begin
  return json_build_object(
    'blueprintTarget', exists (
      select from blueprint_targets t join blueprint_pushes p on p.id = t.push_id
      where (t.state in ('waiting', 'testing') and p.state = 'running' and t.wave <= p.wave or t.state = 'undoing' and p.state = 'undoing')
        and t.due_at <= now() and (t.lease_until is null or t.lease_until <= now())
    ),
    'callRecording', exists (
      select from call_recordings where next_at <= now() and (lease_until is null or lease_until <= now())
    ),
    'campaign', exists (
      select from campaigns
      where due_at <= now() and (lease_until is null or lease_until <= now())
        and (state in ('scheduled', 'running') or id in (select campaign_id from campaign_attempts where ended_at is null))
    ),
    'channelThread', (
      with recursive waiting as (
        (select workspace_uid from channel_threads where due_at is not null order by workspace_uid limit 1)
        union all
        select (select t.workspace_uid from channel_threads t
          where t.due_at is not null and t.workspace_uid > w.workspace_uid order by t.workspace_uid limit 1)
        from waiting w where w.workspace_uid is not null
      )
      select exists (select from waiting w where exists (
        select from channel_threads
        where workspace_uid = w.workspace_uid and due_at <= now() and (lease_until is null or lease_until <= now())
      ))
    ),
    'functionCall', exists (
      select from function_calls
      where status in ('confirmed', 'running') and (lease_until is null or lease_until <= now())
    ),
    'host', exists (
      select from agency_hosts where next_check_at <= now() and (lease_until is null or lease_until <= now())
    ),
    'lapsedCall', exists (select from calls where state <> 'ended' and lease_until <= now()),
    'paymentObject', exists (
      select from payment_objects where next_at <= now() and (lease_until is null or lease_until <= now())
    ),
    'polledConnection', exists (
      select from channel_connections
      where poll_offset is not null and state in ('waiting', 'connected', 'paused')
        and (lease_until is null or lease_until <= now())
    ),
    'sendingDomain', exists (
      select from sending_domains where next_check_at <= now() and (lease_until is null or lease_until <= now())
    ),
    'suiteResult', exists (
      select from suite_results where verdict is null and (lease_until is null or lease_until <= now())
    ),
    'webhookDelivery', (
      with recursive waiting as (
        (select workspace_uid from webhook_deliveries where state = 'pending' order by workspace_uid limit 1)
        union all
        select (select d.workspace_uid from webhook_deliveries d
          where d.state = 'pending' and d.workspace_uid > w.workspace_uid order by d.workspace_uid limit 1)
        from waiting w where w.workspace_uid is not null
      )
      select exists (
        select from waiting w join webhook_endpoints e on e.workspace_uid = w.workspace_uid and e.paused_at is null
        where exists (
          select from webhook_deliveries
          where workspace_uid = w.workspace_uid and state = 'pending' and created_at >= e.created_at and next_attempt_at <= now()
            and (lease_until is null or lease_until <= now())
        )
      )
    )
  );
end $$;
