// `npm run lock`: npm leaves binaries of other platforms out of package-lock.json when its registry lacks them or when they are
// not installed (npm/cli issue 4828), and then `npm ci` refuses the file. This writes the missing ones, by name and version.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './runtime.mjs';

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32', 'aix'];
const PROCESSORS = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 's390x', 'riscv64', 'loong64', 'mips64el', 'wasm32'];

const file = join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
const present = new Set(Object.keys(lock.packages).map((path) => path.slice(path.lastIndexOf('node_modules/'))));

const entryOf = (name, version, isDev) => {
  const words = name.split(/[-/_]/);
  const find = (list) => list.filter((word) => words.includes(word) || words.includes(`${word}musl`)).slice(0, 1);
  const [cpu, os] = [find(PROCESSORS), find(SYSTEMS)];
  return {
    version: version.replace(/^[~^]/, ''),
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(isDev ? { dev: true } : {}),
    optional: true,
    ...(os.length > 0 ? { os } : {}),
  };
};

let added = 0;
for (const { optionalDependencies = {}, dev } of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const path = `node_modules/${name}`;
    if (present.has(path)) continue;
    present.add(path);
    lock.packages[path] = entryOf(name, version, dev);
    added += 1;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([one], [other]) => (one < other ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages of other platforms added`);
