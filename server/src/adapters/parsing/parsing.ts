import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ScopeCss } from '../../domain/agencies/agencies.ports.ts';
import type { CleanCss } from '../../domain/agents/agents.ports.ts';
import type { DocumentText } from '../../domain/extraction/extraction.ports.ts';
import type { ReadLeadTable } from '../../domain/leads/leads.ports.ts';
import type { SiteFiles } from '../../domain/websites/websites.ports.ts';
import { makeWorkerPool } from './worker-pool.ts';

/** What strangers wrote is read in a worker thread with limits of time and memory, never here. `timeoutMs` is for tests. */
export function makeParsing(options: { timeoutMs?: number } = {}): {
  documentText: DocumentText;
  siteFiles: SiteFiles;
  cleanCss: CleanCss;
  scopeCss: ScopeCss;
  readLeadTable: ReadLeadTable;
  close(): Promise<void>;
} {
  const pool = makeWorkerPool(options.timeoutMs);
  return {
    documentText: { extract: (input) => pool.run('document', input) },
    siteFiles: {
      askRobots: (input) => pool.run('robots', input),
      // By way of the disk, so that 50 MB stay out of memory, and a site that sends slowly holds no worker.
      async readSitemap(body, options) {
        const folder = await mkdtemp(join(tmpdir(), 'sitemap-'));
        try {
          const path = join(folder, 'sitemap');
          await pipeline(body, createWriteStream(path));
          return await pool.run('sitemap', { ...options, path });
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      },
    },
    readLeadTable: (input) => pool.run('leadTable', input),
    scopeCss: (css) => pool.run('agencyCss', { css }),
    cleanCss: (css) => pool.run('css', { css }),
    close: () => pool.close(),
  };
}
