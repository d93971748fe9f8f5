import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import type { FileStore } from '../uploads/uploads.ports.ts';
import { fontSheet, isFontId } from './fonts.rules.ts';
import { findFont } from './fonts.system.queries.ts';

type Deps = { database: Database; systemScope: SystemScope; fileStore: FileStore };

async function findReady({ database, systemScope }: Deps, id: string) {
  if (!isFontId(id)) return null;
  const font = await database.transaction(systemScope, (tx) => findFont(tx, systemScope, id));
  return font?.state === 'ready' ? font : null;
}

/** The style sheet of a font that was brought; null where it was not. */
export async function readFontSheet(deps: Deps, id: string): Promise<string | null> {
  const font = await findReady(deps, id);
  return font && fontSheet(deps.database.region, font);
}

/** One file of its style sheet. */
export async function readFontFile(deps: Deps, id: string, number: number): Promise<Uint8Array | null> {
  const face = (await findReady(deps, id))?.faces[number];
  return face ? deps.fileStore.get(face.storageKey) : null;
}
