import type { CrawlPlan } from '@antiphon/contract/crawls';
import { PERMISSIONS } from '@antiphon/contract/permissions';
import { afterAll, describe, expect, it } from 'vitest';
import { makeKnowledgeAgent } from '../../../test/factories/knowledge-factory.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';
import { startLoopbackSite } from '../../../test/harness/loopback-site.ts';
import { makeReadingVendors } from '../../../test/harness/reading-deps.ts';
import { previewCrawl } from './preview-crawl.ts';

const site = await startLoopbackSite({
  '/': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const drip = setInterval(() => response.write('x'), 50);
    response.on('close', () => clearInterval(drip));
  },
});
const reading = await makeReadingVendors([site.pair]);
afterAll(async () => {
  await reading.close();
  await site.close();
});

describe.each(await openTestDatabases())('previews of crawls on $name', ({ database }) => {
  // Planted: a preview ends when the site does -> caught here.
  it('look no longer than they may, however slowly a site answers', async () => {
    const { scope, agentId } = await makeKnowledgeAgent(database);
    const member = { scope, userId: null, permissions: PERMISSIONS, client: null };
    const plan: CrawlPlan = {
      ...{ kind: 'crawl', starts: [site.url()], include: [], exclude: [], pagesMax: 300 },
      ...{ refreshRate: 'never', hour: null, timeZone: 'UTC' },
    };
    const begun = performance.now();
    const preview = await previewCrawl({ database, ...reading.vendors, previewMs: 500 }, member, agentId, plan);
    expect(performance.now() - begun).toBeLessThan(1_500);
    expect(preview.addresses).toMatchObject([{ verdict: 'failed' }]);
  });
});
