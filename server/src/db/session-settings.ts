import type pg from 'pg';

/** The start ends with its sentence: the database, or what stands before it, is not set up as the product needs it. */
export class DatabaseUnfit extends Error {}

/** A commit that is acknowledged is on the disk, whatever the server's default says: money and events depend on it. */
const NEEDED = {
  synchronous_commit: 'on',
  statement_timeout: '15s',
  idle_in_transaction_session_timeout: '30s',
};

/** For a connection to the database itself. A pooler refuses them, or drops them in silence. */
export const STARTUP_OPTIONS = Object.entries(NEEDED)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

const asStatements = (role: string, database: string) =>
  Object.entries(NEEDED).map(
    ([name, value]) => `alter role ${quoted(role)} in database ${quoted(database)} set ${name} = '${value}'`,
  );

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Gives the role of this connection what every session needs, for this database alone. Whoever comes through a pooler under another
 * role needs an administrator for that.
 */
export async function setForRole(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select current_user as role, current_database() as database, exists (
       select from pg_db_role_setting s join pg_roles r on r.oid = s.setrole join pg_database d on d.oid = s.setdatabase
       where r.rolname = current_user and d.datname = current_database() and s.setconfig @> $1) as "isSet"`,
    [Object.entries(NEEDED).map(([name, value]) => `${name}=${value}`)],
  );
  const { role, database, isSet } = rows[0];
  if (!isSet) for (const statement of asStatements(role, database)) await client.query(statement);
}

/** Throws where a session that a pooler lends has other settings. */
export async function demandSettings(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select name, current_setting(name) as value, current_user as role, current_database() as database
     from unnest($1::text[]) as name`,
    [Object.keys(NEEDED)],
  );
  const others = rows.filter(({ name, value }) => value !== NEEDED[name as keyof typeof NEEDED]);
  if (others.length === 0) return;
  const found = others.map(({ name, value }) => `${name} is ${value}`).join(', ');
  const { role, database } = rows[0];
  throw new DatabaseUnfit(
    `Through the pooler ${found}. As an administrator of PostgreSQL run:\n    ${asStatements(role, database).join(';\n    ')};\n  then RECONNECT in the pooler's console: connections that it has keep what they began with.`,
  );
}

/**
 * Throws where something lends a session to this connection: a LISTEN would be heard by nobody, a lock be held by whoever comes next.
 * What a pooler says of the process behind is its own invention, by which a query is cancelled.
 */
export async function demandDirect(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const told = (client as unknown as { processID?: number | null }).processID;
  if (rows[0].pid !== told)
    throw new DatabaseUnfit(
      'A pooler stands before the database. Migrations, LISTEN and the queue need sessions of their own: set DATABASE_POOLER=transaction, DATABASE_URL to the pooler, DATABASE_DIRECT_URL to PostgreSQL itself.',
    );
}
