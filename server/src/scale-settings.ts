import type { Region } from '@antiphon/contract/regions';
import * as z from 'zod';

const optional = z.string().trim().default('');

const isBroker = (url: string) => {
  const { protocol = '', host = '' } = URL.parse(url.trim()) ?? {};
  return ['nats:', 'tls:'].includes(protocol) && host !== '';
};
const brokers = optional.refine(
  (value) => value === '' || value.split(',').every(isBroker),
  'Use nats://user:password@host:4222 or tls://, several separated by commas.',
);

/** For more than one machine; `docs/scale-out.md` explains each. Absent, everything is as with one. */
export const scaleFields = {
  DATABASE_POOLER: z.enum(['', 'transaction']).default(''),
  DATABASE_DIRECT_URL: optional,
  DATABASE_DIRECT_URL_NA: optional,
  DATABASE_DIRECT_URL_EU: optional,
  DATABASE_READ_URL: optional,
  DATABASE_READ_URL_NA: optional,
  DATABASE_READ_URL_EU: optional,
  BROKER_URL: brokers,
  BROKER_URL_NA: brokers,
  BROKER_URL_EU: brokers,
  CELL: z
    .string()
    .trim()
    .regex(/^[a-z0-9-]{1,20}$/, 'Use up to 20 small letters, digits and hyphens.')
    .default('main'),
  CELL_URLS: optional,
  CELL_URLS_NA: optional,
  CELL_URLS_EU: optional,
  CELL_DIRECT_URLS: optional,
  CELL_DIRECT_URLS_NA: optional,
  CELL_DIRECT_URLS_EU: optional,
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

/** Of each region's database a replica, for exports and reports; '' where there is none. */
export function readReplicas(
  values: ScaleValues,
  databaseUrls: Record<Region, string>,
  wrong: (sentence: string) => never,
): Record<Region, string> {
  const given = { na: values.DATABASE_READ_URL_NA || values.DATABASE_READ_URL, eu: values.DATABASE_READ_URL_EU };
  const replicaOf = (region: Region) => {
    const url = given[region];
    if (url !== '' && (databaseUrls[region] === '' || url === databaseUrls[region]))
      wrong(`A replica is set for ${region}: DATABASE_URL must lead to the server that it copies.`);
    return url;
  };
  return { na: replicaOf('na'), eu: replicaOf('eu') };
}

/** How each region's processes tell each other; without an address by the region's database. */
export function readBrokers(
  values: ScaleValues,
  databaseUrls: Record<Region, string>,
  wrong: (sentence: string) => never,
): Record<Region, { urls: string; cell: string }> {
  const given = { na: values.BROKER_URL_NA || values.BROKER_URL, eu: values.BROKER_URL_EU };
  const brokerOf = (region: Region) => {
    if (given[region] !== '' && databaseUrls[region] === '')
      wrong(`A broker is set for ${region}: it joins processes, and the embedded database is for one alone.`);
    return { urls: given[region], cell: values.CELL };
  };
  return { na: brokerOf('na'), eu: brokerOf('eu') };
}

/** One of a region's further databases. */
type CellPlace = { name: string; url: string; directUrl: string | null };

const NAMED_URL = /^([a-z0-9-]{1,20})=(postgres(?:ql)?:\/\/\S+)$/;

/** `two=postgres://… three=postgres://…`, with spaces between. */
function readNamed(list: string, setting: string, wrong: (sentence: string) => never): Map<string, string> {
  const named = new Map<string, string>();
  for (const item of list.split(/\s+/).filter(Boolean)) {
    const [, name, url] = NAMED_URL.exec(item) ?? [];
    if (!name || !url || named.has(name))
      wrong(`${setting} is not valid: use two=postgres://… three=postgres://…, each name once.`);
    else named.set(name, url);
  }
  return named;
}

/** Of each region the databases beside its first one, by name. */
export function readCells(
  values: ScaleValues,
  databaseUrls: Record<Region, string>,
  wrong: (sentence: string) => never,
): Record<Region, CellPlace[]> {
  const given = {
    na: [values.CELL_URLS_NA || values.CELL_URLS, values.CELL_DIRECT_URLS_NA || values.CELL_DIRECT_URLS],
    eu: [values.CELL_URLS_EU, values.CELL_DIRECT_URLS_EU],
  } as const;
  const cellsOf = (region: Region): CellPlace[] => {
    const end = region === 'na' ? '' : '_EU';
    const [urls, directs] = given[region];
    const [named, direct] = [
      readNamed(urls, `CELL_URLS${end}`, wrong),
      readNamed(directs, `CELL_DIRECT_URLS${end}`, wrong),
    ];
    if (named.size > 0 && databaseUrls[region] === '')
      wrong(`CELL_URLS${end} is set: DATABASE_URL${end} must lead to the region's first database.`);
    const all = [databaseUrls[region], ...named.values()];
    if (named.has(values.CELL) || new Set(all).size < all.length)
      wrong(`CELL_URLS${end} names a database that the region has already, or "${values.CELL}", which is its first.`);
    const isPooled = values.DATABASE_POOLER !== '';
    const isPaired = isPooled ? [...named.keys()].every((name) => direct.has(name)) : direct.size === 0;
    if (!isPaired || direct.size > named.size)
      wrong(`CELL_DIRECT_URLS${end} must name each cell of CELL_URLS${end} with DATABASE_POOLER, and none without it.`);
    return [...named].map(([name, url]) => ({ name, url, directUrl: direct.get(name) ?? null }));
  };
  return { na: cellsOf('na'), eu: cellsOf('eu') };
}
