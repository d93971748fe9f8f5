-- Apart from the tables: a turn locks messages before it changes its conversation, and whoever waits for both stands in its way.
create trigger wake_channel after insert or update of state on messages for each row
  when (new.role <> 'visitor' and new.state in ('complete', 'stopped', 'failed')) execute function wake_channel();
