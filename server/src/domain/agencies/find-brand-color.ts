import { readThemeString } from '@antiphon/contract/agency-themes';
import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { FindBrandColor } from '../email/email.ports.ts';
import { findAgency } from './agencies.queries.ts';

type Deps = { database: Database; makeScope: (uid: WorkspaceUid) => Scope };

/** What an agency has chosen for its dashboard is the color of its mails. */
export const makeFindBrandColor =
  ({ database, makeScope }: Deps): FindBrandColor =>
  async (workspaceUid) => {
    const scope = makeScope(workspaceUid);
    const found = await database.transaction(scope, (tx) => findAgency(tx, scope));
    return (found && readThemeString(found.agency.customThemeJSONString)?.primary) ?? null;
  };
