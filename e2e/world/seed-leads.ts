/**
 * Statements that write `rows` leads of one agent, the newest first by their number, in ten groups; every 100th has the name of
 * the one before it.
 */
export const leadSeeds = (uid: string, agentId: string, rows: number): string[] => [
  `insert into lead_groups (id, workspace_uid, agent_id, name)
   select 'lgr_seed' || n, '${uid}', '${agentId}', 'Group ' || n from generate_series(0, 9) n`,
  `insert into leads (id, workspace_uid, agent_id, name, email, phone, company, source, name_key, email_key, phone_key, created_at, last_seen_at)
   select 'led_seed' || n, '${uid}', '${agentId}', 'Person number ' || named, 'person' || n || '@example.com',
     '+1 202 555 ' || lpad((n % 10000)::text, 4, '0'), 'Company ' || n % 97, (array['import', 'widget', 'conversation', 'manual'])[1 + n % 4],
     'number person ' || named, 'person' || n || '@example.com', '+1202555' || lpad((n % 10000)::text, 4, '0'),
     now() - n * interval '1 minute', now() - (n * 7919 % 10007) * interval '1 minute'
   from (select n, case when n % 100 = 0 then n - 1 else n end as named from generate_series(1, ${rows}) n) people`,
  `insert into lead_group_members (group_id, lead_id, workspace_uid)
   select 'lgr_seed' || n % 10, 'led_seed' || n, '${uid}' from generate_series(1, ${rows}) n`,
];
