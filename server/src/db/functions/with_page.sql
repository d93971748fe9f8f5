-- A visit with one page more: the newest 20 stay, and the same page twice in a row is one. Stable, as what it calls is: else it would be planned
-- with each call instead of with the statement that calls it.
create or replace function with_page(p_visit jsonb, p_page jsonb) returns jsonb language sql stable as $$
  select case
    when p_page is null or p_visit #>> '{pages,-1,url}' = p_page ->> 'url' then p_visit
    else coalesce(p_visit, '{"referrer":"","device":null,"timeZone":""}') || jsonb_build_object('pages',
      case when jsonb_array_length(p_visit -> 'pages') >= 20 then (p_visit -> 'pages') - 0 else coalesce(p_visit -> 'pages', '[]') end
      || jsonb_build_array(p_page))
  end
$$;
