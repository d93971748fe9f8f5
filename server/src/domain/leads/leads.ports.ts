import type { LeadFieldShape } from '@antiphon/contract/lead-fields';
import type { ImportPreview } from '@antiphon/contract/leads';
import type { ImportRows } from './import.rules.ts';

/**
 * Reads a table of leads apart from the process, within limits of time and memory; throws `VendorFailure` `invalid` where it
 * passes one. `targets` say where each column goes; null asks for the preview alone. `rows` is null where nothing is imported.
 */
export type ReadLeadTable = (input: {
  bytes: Uint8Array;
  fields: readonly LeadFieldShape[];
  targets: readonly string[] | null;
}) => Promise<{ preview: ImportPreview; rows: ImportRows | null }>;
