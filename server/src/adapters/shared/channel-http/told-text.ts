import { z } from 'zod';

/** What somebody wrote, as PostgreSQL's text takes it: no NUL, cut between characters. Of another type it is as if it were not there. */
export const toldText = (max: number) =>
  z
    .string()
    .transform((text) =>
      text
        .slice(0, max)
        .replace(/[\ud800-\udbff]$/, '')
        .replaceAll('\0', '')
        .toWellFormed(),
    )
    .optional()
    .catch(undefined);
