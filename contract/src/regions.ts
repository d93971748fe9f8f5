import * as z from 'zod';

/** `na` is the default database (North America), `eu` the European one. A tenant's region is fixed at its creation. */
export const REGIONS = ['na', 'eu'] as const;
export const Region = z.enum(REGIONS);
export type Region = z.infer<typeof Region>;
export const isRegion = (value: unknown): value is Region => value === 'na' || value === 'eu';
