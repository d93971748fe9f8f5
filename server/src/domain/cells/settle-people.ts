import type { UserId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { OtherCells } from '../../db/other-cells.ts';
import type { SystemScope } from '../../db/scope.ts';
import { erasePerson } from '../identity/erase-person.ts';
import * as queries from './person-copies.system.queries.ts';

type Deps = { database: Database; systemScope: SystemScope };

const PAGE = 1_000;

/**
 * People are the first cell's; each other one has a copy of those whose workspaces it has. What changed since is changed there, and whoever was erased is
 * erased there, also one who was copied while they were.
 */
export async function settlePeople(deps: Deps & { otherCells: OtherCells }): Promise<void> {
  for (const other of (await deps.otherCells?.()) ?? [])
    for (let after = ''; ; ) {
      const copies = await other.transaction(deps.systemScope, (tx) => queries.listCopies(tx, after, PAGE));
      const last = copies.at(-1);
      if (!last) break;
      after = last.id;
      await settlePage(deps, other, copies);
    }
}

async function settlePage({ database, systemScope }: Deps, other: Database, copies: queries.KnownPerson[]) {
  const ids = copies.map(({ id }) => id);
  const people = await database.transaction(systemScope, (tx) => queries.listPeople(tx, ids));
  const known = new Map(people.map((person) => [person.id, person]));
  for (const copy of copies) {
    const person = known.get(copy.id);
    // One without a profile was erased.
    if (person?.preferredLanguage) {
      if (!isSame(person, copy)) await other.transaction(systemScope, (tx) => queries.updateCopy(tx, person));
    } else if (copy.preferredLanguage) {
      await other.transaction(systemScope, (tx) => erasePerson(tx, { userId: copy.id, email: copy.email }));
    }
  }
}

const isSame = (one: queries.KnownPerson, other: queries.KnownPerson) => JSON.stringify(one) === JSON.stringify(other);

/** Before somebody joins a workspace of another cell. */
export async function bringPerson({ database, systemScope }: Deps, other: Database, userId: UserId): Promise<void> {
  const [person] = await database.transaction(systemScope, (tx) => queries.listPeople(tx, [userId]));
  if (person) await other.transaction(systemScope, (tx) => queries.insertCopy(tx, person));
}
