// `node scripts/backup.mjs DATABASE_URL FOLDER [KEEP]`: a base backup into FOLDER/base, checked, beside the WAL that PostgreSQL
// archives to FOLDER/wal. The newest KEEP (7) stay, and the WAL from the oldest of them on. How to set up and restore:
// docs/runbooks/backup-and-restore.md
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { archiveSettings, baseName, listBases, programOf } from './backup-folder.mjs';

const ARCHIVED_WITHIN_MS = 5 * 60_000;

const [url, given, keep = '7'] = process.argv.slice(2);
if (!url || !given || !(Number(keep) >= 1)) fail('usage: node scripts/backup.mjs DATABASE_URL FOLDER [KEEP]', 2);
const folder = resolve(given);
const [bases, wal] = [join(folder, 'base'), join(folder, 'wal')];
if (ask('show archive_mode') === 'off' || !existsSync(wal)) refuse();
// The programs must be of the server's own version.
const major = Math.floor(Number(ask('show server_version_num')) / 10_000);

mkdirSync(bases, { recursive: true, mode: 0o700 });
// What a killed run left is no backup.
for (const name of readdirSync(bases).filter((one) => one.endsWith('.part')))
  rmSync(join(bases, name), { recursive: true });
const unfinished = join(bases, `${process.pid}.part`);
run('pg_basebackup', ['--dbname', url, '--pgdata', unfinished, '--checkpoint=fast', '--wal-method=stream']);
run('pg_verifybackup', ['--quiet', unfinished]);
const endedAt = new Date(Number(ask('select ceil(extract(epoch from clock_timestamp()) * 1000)')));
await untilArchived(ask('select pg_walfile_name(pg_switch_wal())'));
renameSync(unfinished, join(bases, baseName(endedAt)));

const all = listBases(folder);
const kept = all.slice(-Number(keep));
for (const { path } of all.slice(0, -kept.length)) rmSync(path, { recursive: true });
const [, oldestWal] = /\(file ([0-9A-F]{24})\)/.exec(readFileSync(join(kept[0].path, 'backup_label'), 'utf8'));
run('pg_archivecleanup', [wal, oldestWal]);
console.log(
  `${kept.at(-1).path} is whole. ${kept.length} are kept, the oldest is of ${kept[0].endedAt.toISOString()}.`,
);

/** A base backup alone restores one moment, and not the one that is asked for. */
async function untilArchived(file) {
  const deadline = Date.now() + ARCHIVED_WITHIN_MS;
  while (!existsSync(join(wal, file))) {
    if (Date.now() > deadline) refuse(`${file} did not arrive there.`);
    await wait(50);
  }
}

function refuse(why = '') {
  const lines = Object.entries(archiveSettings(folder)).map(([name, value]) => `${name} = '${value}'`);
  fail(`PostgreSQL does not archive its WAL to ${wal}. ${why}
Make that folder, writable by the user postgres, add these lines to postgresql.conf and restart PostgreSQL:

${lines.join('\n')}`);
}

function ask(query) {
  const { status, stdout, stderr, error } = spawnSync(
    programOf('psql'),
    ['--no-psqlrc', '--tuples-only', '--no-align', '--dbname', url, '--command', query],
    { encoding: 'utf8' },
  );
  if (status !== 0) fail(`The database was not asked: ${error?.message ?? stderr}`);
  return stdout.trim();
}

function run(program, args) {
  const { status, error } = spawnSync(programOf(program, major), args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) fail(`${program} failed. ${error?.message ?? ''}`);
}

function fail(sentence, code = 1) {
  console.error(sentence);
  process.exit(code);
}
