/** Tables that grow with use. What reads or writes one of them whole takes minutes in an installation that is a year old. */
const LARGE =
  /^(audit_entries|conversation_(events|facts|summaries)|conversations|credit_(holds|transfers)|emails|files|idempotency_keys|knowledge_(chunks|documents|terms)|lead_conversations|leads|log_entries|messages|notification_marks|notifications|outbox|reply_(facts|traces)|usage_entries|webhook_(attempts|deliveries))$/;

type Rule = { form: RegExp; why: string; of: 'large' | 'any' };

const ALTER = 'alter table (?:only )?(\\w+) (?:.*, )?';
const rule = (of: Rule['of'], form: string, why: string): Rule => ({ of, form: new RegExp(`^${form}`), why });

/** `form` is matched on a statement in lower case, without quotes and remarks; its first group is the table. */
const RULES: Rule[] = [
  rule('large', 'create (?:unique )?index (?!if not exists)(?:\\w+ )?on (\\w+)', 'nobody writes while it is built'),
  rule(
    'large',
    `${ALTER}add column \\w+ [^,]*(?:generated |serial|random|clock_timestamp)`,
    'the table is written anew',
  ),
  rule('large', `${ALTER}alter column \\w+ (?:set data )?type`, 'the table is written anew'),
  rule('large', `${ALTER}alter column \\w+ set not null`, 'the table is read whole'),
  rule('large', `${ALTER}add (?:constraint \\w+ )?(?:primary key|unique)`, 'an index is built while nobody reads'),
  rule('large', `${ALTER}add (?:constraint \\w+ )?(?:foreign key|check)(?!.* not valid)`, 'the table is read whole'),
  rule('large', '(?:update|delete from|truncate) (\\w+)', 'all its rows are locked: let a job do it in batches'),
  rule('any', `${ALTER}add column (?!.* default ).* not null(?!.* default )`, 'the release before does not give it'),
  rule('any', `${ALTER}(?:drop column|rename)`, 'the release before uses it'),
  rule('any', 'drop table (?:if exists )?(\\w+)', 'the release before uses it'),
  rule('any', '(?:vacuum full|cluster|reindex|lock table)(?: table)? ?(\\w*)', 'nobody reads meanwhile'),
];

/**
 * Sentences about what of a migration stops people, or the release before, while it is made. Tables that it makes itself are empty.
 * What to do instead: docs/decisions/0036-migrations-while-people-work.md
 */
export function judgeMigration(text: string): string[] {
  const statements = text
    .split('--> statement-breakpoint')
    // Bodies of functions run later.
    .map((one) => one.replace(/\$(\w*)\$.*?\$\1\$/gs, ''))
    .flatMap((one) => one.replace(/--[^\n]*/g, '').split(';'))
    .map((one) => one.replaceAll('"', '').replace(/\s+/g, ' ').trim().toLowerCase());
  const made = new Set(statements.flatMap((one) => /^create table (?:if not exists )?(\w+)/.exec(one)?.[1] ?? []));
  return statements.flatMap((statement) =>
    RULES.flatMap(({ form, why, of }) => {
      const table = form.exec(statement)?.[1];
      const isMeant = table !== undefined && !made.has(table) && (of === 'any' || LARGE.test(table));
      return isMeant ? [`${statement.slice(0, 80)}: ${why}`] : [];
    }),
  );
}
