// `node scripts/restore.mjs FOLDER DATA [MOMENT]`: fills the empty folder DATA with the newest base backup that ended before the
// moment, and tells PostgreSQL to replay the archived WAL up to it when it starts. Without a moment it replays all there is.
// The whole way: docs/runbooks/backup-and-restore.md
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { listBases, restoreCommand } from './backup-folder.mjs';

const [given, target, moment] = process.argv.slice(2);
if (!given || !target) fail('usage: node scripts/restore.mjs FOLDER DATA [2026-01-31T12:00:00Z]', 2);
const [folder, data] = [resolve(given), resolve(target)];
// A time without a zone would be the server's own, whatever whoever typed it meant.
if (moment !== undefined && !/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(moment))
  fail(`${moment} is no moment: write it like 2026-01-31T12:00:00Z, with its zone.`, 2);
if (!existsSync(data) || readdirSync(data).length > 0)
  fail(
    `${data} must be there, be empty and belong to the user postgres. Move the old folder aside, do not remove it yet.`,
  );

const bases = listBases(folder);
const base = bases.findLast(({ endedAt }) => moment === undefined || endedAt <= new Date(moment));
if (!base)
  fail(`No backup in ${folder} ended before that moment; the oldest is of ${bases[0]?.endedAt.toISOString()}.`);
const { uid, gid } = statSync(data);
cpSync(base.path, data, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
// In a setting PostgreSQL knows no names of zones, Z among them.
const until = moment?.replace('T', ' ').replace('Z', '+00:00') ?? '';
// The last line of a name counts, and an older restore may have left its own in the backup.
const quote = (value) => `'${value.replaceAll("'", "''")}'`;
appendFileSync(
  join(data, 'postgresql.auto.conf'),
  [
    `restore_command = ${quote(restoreCommand(folder))}`,
    `recovery_target_time = ${quote(until)}`,
    `recovery_target_timeline = 'latest'`,
    `recovery_target_action = 'promote'\n`,
  ].join('\n'),
);
writeFileSync(join(data, 'recovery.signal'), '');
chmodSync(data, 0o700);
if (process.getuid() === 0)
  for (const name of ['', ...readdirSync(data, { recursive: true })]) chownSync(join(data, name), uid, gid);
console.log(`${data} holds the backup of ${base.endedAt.toISOString()}.
Start PostgreSQL on it: it replays the WAL up to ${moment ?? 'its end'}, and takes writes from there on. It ends instead, with
"recovery ended before configured recovery target was reached", where the archive does not reach that moment.`);

function fail(sentence, code = 1) {
  console.error(sentence);
  process.exit(code);
}
