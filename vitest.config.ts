import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ofShare } from './scripts/shares.mjs';

const found = globSync('{contract,server,web,widget,stand-in}/**/*.test.{ts,tsx}', {
  exclude: (path) => path.includes('node_modules') || path.includes('/dist/'),
});
/** Those of the long run need minutes of both cores, or a cluster: `npm test -- soak` and `chaos` alone. */
const files = ofShare(
  found.filter((path) => process.env.SOAK || !path.includes('.soak.')),
  process.env.SHARE,
).map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}));

/** They put a fault into a module. The others share what they import, which costs a third of the time. */
const isPlanted = ({ text }: (typeof files)[number]) => text.includes('vi.mock(');
/** They judge how long something takes, which many at once would falsify. */
const isTimed = ({ text }: (typeof files)[number]) => /performance\.now\(\)|cpuUsage\(|_MS_MAX/.test(text);

type Kind = { name: string; planted: boolean; timed: boolean };

const project = ({ name, planted, timed }: Kind) => ({
  test: {
    name,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    include: files.filter((file) => isPlanted(file) === planted && isTimed(file) === timed).map(({ path }) => path),
    isolate: planted,
    // On two cores: the others wait for processes and clocks most of the time. What is harmed is looked at alone.
    maxWorkers: process.env.CHAOS ? 1 : timed ? 2 : 6,
    sequence: { groupOrder: timed ? 1 : 0 },
  },
});

/** One of those that wait for processes begun last would hold the end up, with nothing beside it. */
class LongFirst extends BaseSequencer {
  override async sort(specs: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) =>
      ['/server/test/processes/', '/server/test/', '/'].findIndex((folder) => moduleId.includes(folder));
    return (await super.sort(specs)).sort((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    globalSetup: ['server/test/harness/migrated-databases.ts'],
    sequence: { sequencer: LongFirst },
    projects: [
      project({ name: 'shared', planted: false, timed: false }),
      project({ name: 'planted', planted: true, timed: false }),
      project({ name: 'timed', planted: false, timed: true }),
      project({ name: 'timed-planted', planted: true, timed: true }),
    ],
  },
});
