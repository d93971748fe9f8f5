import type { DocumentText } from '../../domain/extraction/extraction.ports.ts';
import type { ReadLeadTable } from '../../domain/leads/leads.ports.ts';
import type { Globs } from '../../domain/websites/globs.rules.ts';
import type { SiteFiles } from '../../domain/websites/websites.ports.ts';

type InputOf<Function extends (input: never) => unknown> = Parameters<Function>[0];

/**
 * All that the worker can be asked. Each reader is loaded when the first of its kind comes; none of them is ever loaded by
 * the process itself.
 */
export const tasks = {
  document: async (input: InputOf<DocumentText['extract']>) => (await import('./extract.ts')).extract(input),
  robots: async (input: InputOf<SiteFiles['askRobots']>) => (await import('./read-robots.ts')).readRobots(input),
  sitemap: async (input: { path: string; url: string; pagesMax: number; globs: Globs }) =>
    (await import('./read-sitemap.ts')).readSitemap(input),
  leadTable: async (input: InputOf<ReadLeadTable>) => (await import('./read-lead-table.ts')).readLeadTable(input),
  agencyCss: async ({ css }: { css: string }) => (await import('./clean-css.ts')).scopeAgencyCss(css),
  css: async ({ css }: { css: string }) => (await import('./clean-css.ts')).cleanCustomCss(css),
};

export type TaskName = keyof typeof tasks;
export type TaskInput<Name extends TaskName> = Parameters<(typeof tasks)[Name]>[0];
export type TaskResult<Name extends TaskName> = Awaited<ReturnType<(typeof tasks)[Name]>>;
