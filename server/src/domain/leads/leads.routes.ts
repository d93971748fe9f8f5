import type { Database } from '../../db/database.ts';
import { dashboardProcedure } from '../../http/client-procedures.ts';
import { memberProcedure, onceFor, takeRate } from '../../http/procedures.ts';
import { readingMuch } from '../../http/tenant-limits.ts';
import type { FileStore } from '../uploads/uploads.ports.ts';
import { createLead, updateLead } from './change-lead.ts';
import { deleteLeads, restoreLeads } from './delete-leads.ts';
import { eraseLead } from './erase-lead.ts';
import { exportLeads } from './export-leads.ts';
import { importLeads, previewImport } from './import-leads.ts';
import { assignGroup, createGroup, deleteGroup, listGroups, renameGroup } from './lead-groups.ts';
import type { ReadLeadTable } from './leads.ports.ts';
import { listDuplicates, setDistinct } from './list-duplicates.ts';
import { getLead, listLeadFields, listLeads } from './list-leads.ts';
import { mergeLeads } from './merge-leads.ts';

type Deps = { database: Database; fileStore: FileStore; readLeadTable: ReadLeadTable; secretKey: string };

const done = { success: true as const };
const { leads } = dashboardProcedure({ page: '/leads', of: 'agent' });

export const leadsRoutes = (deps: Deps) => ({ ...readingRoutes(deps), ...changingRoutes(deps), ...manyRoutes(deps) });

/** No visitor waits for it. */
const behindOf = (deps: Deps): Deps => ({ ...deps, database: deps.database.background });

const readingRoutes = (deps: Deps) => ({
  list: leads.list.handler(({ context, input: { id, ...query } }) =>
    readingMuch(context, () => listLeads(behindOf(deps), context.member, id, query)),
  ),
  listFields: leads.listFields.handler(async ({ context, input }) => ({
    items: await listLeadFields(deps, context.scope, input.id),
  })),
  listDuplicates: leads.listDuplicates.handler(async ({ context, input }) => ({
    items: await readingMuch(context, () => listDuplicates(behindOf(deps), context.scope, input.id)),
  })),
  listGroups: leads.listGroups.handler(async ({ context, input }) => ({
    items: await listGroups(deps, context.scope, input.id),
  })),
  get: leads.get.handler(({ context, input }) => getLead(deps, context.scope, input.id, input.leadId)),
  export: leads.export.handler(async ({ context, input: { id, ...selection } }) => {
    await takeRate(context, [{ key: `leads:${context.scope.workspaceUid}`, max: 10, windowSeconds: 60 }]);
    return readingMuch(context, async () =>
      exportLeads({ ...deps, database: deps.database.reader }, context.scope, id, selection),
    );
  }),
});

const changingRoutes = (deps: Deps) => ({
  create: leads.create.handler(({ context, input: { id, ...lead } }) => createLead(deps, context.member, id, lead)),
  update: leads.update.handler(({ context, input: { id, leadId, ...change } }) =>
    updateLead(deps, context.member, { agentId: id, leadId }, change),
  ),
  createGroup: leads.createGroup.handler(({ context, input }) =>
    createGroup(deps, context.member, input.id, input.name),
  ),
  renameGroup: leads.renameGroup.handler(async ({ context, input: { id, groupId, name } }) => {
    await renameGroup(deps, context.member, { agentId: id, groupId }, name);
    return done;
  }),
  deleteGroup: leads.deleteGroup.handler(async ({ context, input: { id, groupId } }) => {
    await deleteGroup(deps, context.member, { agentId: id, groupId });
    return done;
  }),
  erase: memberProcedure.leads.erase.handler(async ({ context, input: { id, leadId } }) => {
    await eraseLead(deps, context.member, { agentId: id, leadId });
    return done;
  }),
});

const manyRoutes = (deps: Deps) => ({
  delete: leads.delete.handler(({ context, input: { id, ...selection } }) =>
    deleteLeads(deps, context.member, id, selection),
  ),
  restore: leads.restore.handler(async ({ context, input }) => ({
    changed: await restoreLeads(deps, context.member, input.id, input.deletionId),
  })),
  setDistinct: leads.setDistinct.handler(async ({ context, input: { id, ...told } }) => {
    await setDistinct(deps, context.member, id, told);
    return done;
  }),
  assignGroup: leads.assignGroup.handler(async ({ context, input: { id, groupId, ...assigned } }) => ({
    changed: await assignGroup(deps, context.member, { agentId: id, groupId }, assigned),
  })),
  merge: leads.merge.handler(({ context, input: { id, ...merged } }) => mergeLeads(deps, context.member, id, merged)),
  previewImport: leads.previewImport.handler(async ({ context, input }) => {
    await takeRate(context, [{ key: `leads:${context.scope.workspaceUid}`, max: 10, windowSeconds: 60 }]);
    return previewImport(deps, context.member, input.id, input.file);
  }),
  import: leads.import.handler(async ({ context, path, input }) => {
    const { id, ...given } = input;
    await takeRate(context, [{ key: `leads:${context.scope.workspaceUid}`, max: 10, windowSeconds: 60 }]);
    return importLeads({ ...deps, once: onceFor(context, { path, input }) }, context.member, id, given);
  }),
});
