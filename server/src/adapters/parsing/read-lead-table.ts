import { decodeTable, readTable, refusalOf, toImportRows, toPreview } from '../../domain/leads/import.rules.ts';
import type { ReadLeadTable } from '../../domain/leads/leads.ports.ts';

export function readLeadTable({
  bytes,
  fields,
  targets,
}: Parameters<ReadLeadTable>[0]): Awaited<ReturnType<ReadLeadTable>> {
  const table = readTable(decodeTable(bytes));
  const isRead = table !== null && targets !== null && refusalOf(table) === null;
  return { preview: toPreview(table, fields), rows: isRead ? toImportRows(table, targets, fields) : null };
}
