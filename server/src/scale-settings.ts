import type { Region } from '@antiphon/contract/regions';
import * as z from 'zod';

const optional = z.string().trim().default('');

/** For more than one machine; `docs/scale-out.md` explains each. Absent, everything is as with one. */
export const scaleFields = {
  DATABASE_POOLER: z.enum(['', 'transaction']).default(''),
  DATABASE_DIRECT_URL: optional,
  DATABASE_DIRECT_URL_NA: optional,
  DATABASE_DIRECT_URL_EU: optional,
};

type ScaleValues = z.infer<z.ZodObject<typeof scaleFields>>;

/** Of each region's database the address without the pooler in between; null where there is none in between. */
export function readDirectUrls(
  values: ScaleValues,
  databaseUrls: Record<Region, string>,
  wrong: (sentence: string) => never,
): Record<Region, string | null> {
  const given = {
    na: values.DATABASE_DIRECT_URL_NA || values.DATABASE_DIRECT_URL,
    eu: values.DATABASE_DIRECT_URL_EU,
  };
  const directOf = (region: Region) => {
    const name = region === 'na' ? 'DATABASE_DIRECT_URL' : 'DATABASE_DIRECT_URL_EU';
    if (values.DATABASE_POOLER === '' && given[region] !== '')
      wrong(`${name} is set: DATABASE_POOLER=transaction must be set too, or neither of them.`);
    if (values.DATABASE_POOLER === '' || databaseUrls[region] === '') return null;
    if (given[region] === '' || given[region] === databaseUrls[region])
      wrong(`DATABASE_POOLER is set: ${name} must lead to the same database without the pooler.`);
    return given[region];
  };
  return { na: directOf('na'), eu: directOf('eu') };
}
