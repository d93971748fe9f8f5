-- Characters of knowledge. A sitemap and a crawl show the sum of their pages, which are counted themselves.
create or replace function use_document() returns trigger language plpgsql as $$
declare
  before bigint := case when tg_op = 'INSERT' or old.kind in ('sitemap', 'crawl') then 0 else old.chars end;
  after bigint := case when tg_op = 'DELETE' or new.kind in ('sitemap', 'crawl') then 0 else new.chars end;
begin
  if current_user = 'app_mover' then return null; end if;
  perform use_limit(case when tg_op = 'DELETE' then old.workspace_uid else new.workspace_uid end, 'maxKbDocsCharCount', after - before);
  return null;
end $$;
