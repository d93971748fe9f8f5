import type { Agency, AgencyView } from '@antiphon/contract/agencies';
import type { WorkspaceUid } from '@antiphon/contract/ids';
import { api, toProblem } from '../../../api.ts';
import {
  type AgencyField,
  type AgencyValues,
  changedFields,
  isSameValue,
  toChange,
  toValues,
} from './agency-values.ts';
import { mergeTabs } from './tab-lists.ts';

/** What the form was filled with. */
export type AgencyBase = { values: AgencyValues; revision: number };

/** Somebody, perhaps oneself in another tab, saved other values for the same fields. */
export class SameFieldSaved extends Error {
  readonly theirs: Agency;
  readonly fields: AgencyField[];
  constructor(theirs: Agency, fields: AgencyField[]) {
    super('somebody saved the same fields');
    this.theirs = theirs;
    this.fields = fields;
  }
}

/**
 * Saves what was changed since `base`. Other fields that somebody saved meanwhile stay as theirs; where they saved another value for a
 * field that is changed here, nothing is saved and `SameFieldSaved` is thrown.
 */
export async function saveAgency(uid: WorkspaceUid, base: AgencyBase, values: AgencyValues): Promise<AgencyView> {
  try {
    return await api.agencies.update({ uid, revision: base.revision, ...toChange(base.values, values) });
  } catch (error) {
    if (toProblem(error).code !== 'conflict') throw error;
    const { agency } = await api.agencies.get({ uid });
    if (agency === null || agency.revision === base.revision) throw error;
    const fields = fieldsOfBoth(base.values, values, toValues(agency));
    if (fields.length > 0) throw new SameFieldSaved(agency, fields);
    const theirs = toValues(agency);
    return saveAgency(uid, { values: theirs, revision: agency.revision }, rebase(base.values, values, theirs));
  }
}

/** The fields that both changed, each to another value; of the tabs those that both cannot have. */
export const fieldsOfBoth = (base: AgencyValues, mine: AgencyValues, theirs: AgencyValues): AgencyField[] =>
  changedFields(base, mine).filter((field) => {
    if (isSameValue(theirs[field], base[field]) || isSameValue(theirs[field], mine[field])) return false;
    return field !== 'customTabs' || mergeTabs(base.customTabs, mine.customTabs, theirs.customTabs) === null;
  });

/** What is changed here, over what they saved; of `yielded` theirs is taken. */
export function rebase(
  base: AgencyValues,
  mine: AgencyValues,
  theirs: AgencyValues,
  yielded: readonly AgencyField[] = [],
): AgencyValues {
  const kept = changedFields(base, mine).filter((field) => !yielded.includes(field));
  const tabs = kept.includes('customTabs') ? mergeTabs(base.customTabs, mine.customTabs, theirs.customTabs) : null;
  return {
    ...theirs,
    ...Object.fromEntries(kept.map((field) => [field, mine[field]])),
    ...(tabs ? { customTabs: tabs } : {}),
  };
}
