import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const files = globSync('{contract,server,web,widget,stand-in}/**/*.test.{ts,tsx}', {
  exclude: (path) => path.includes('node_modules') || path.includes('/dist/'),
});
/** They put a fault into a module. The others share what they import, which costs a third of the time. */
const planted = files.filter((file) => readFileSync(file, 'utf8').includes('vi.mock('));

const common = { testTimeout: 30_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    globalSetup: ['server/test/harness/migrated-databases.ts'],
    maxWorkers: 2,
    projects: [
      {
        test: { ...common, name: 'shared', include: files.filter((file) => !planted.includes(file)), isolate: false },
      },
      { test: { ...common, name: 'planted', include: planted } },
    ],
  },
});
