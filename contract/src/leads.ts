import { eventIterator, oc } from '@orpc/contract';
import * as z from 'zod';
import { ErrorBody } from './errors.ts';
import { AgentId, ConversationId, LeadDeletionId, LeadGroupId, LeadId } from './ids.ts';
import { type LEAD_COLUMNS, LEAD_FIELD_TYPES, LEAD_SORTS, LEAD_SOURCES } from './lead-fields.ts';
import { limits } from './limits.ts';
import { PageQuery, page } from './paging.ts';

const fieldKey = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, 'Use small letters, digits and _.')
  .refine((key) => key !== 'note' && key !== 'groups', 'This key is taken.');

/** A field that an agent notes of its visitors; part of its settings. */
export const LeadField = z
  .object({
    key: fieldKey,
    label: z.string().trim().min(1, 'Please enter a name.').max(60),
    type: z.enum(LEAD_FIELD_TYPES).default('text'),
    choices: z.array(z.string().trim().min(1).max(80)).max(limits.leadChoicesMax).default([]),
    isRequired: z.boolean().default(false).describe('A language model asks for it when it fits'),
  })
  .refine(({ type, choices }) => type !== 'choice' || choices.length > 0, {
    path: ['choices'],
    message: 'Add at least one choice.',
  });
export type LeadField = z.infer<typeof LeadField>;

export const LeadFields = z
  .array(LeadField)
  .max(limits.leadFieldsMax)
  .refine((fields) => new Set(fields.map(({ key }) => key)).size === fields.length, 'Each key may be used once.')
  .default([
    { key: 'name', label: 'Name', type: 'text', choices: [], isRequired: false },
    { key: 'email', label: 'Email', type: 'email', choices: [], isRequired: false },
    { key: 'phone', label: 'Phone', type: 'phone', choices: [], isRequired: false },
  ]);

const text = (max: number) => z.string().trim().max(max);
const values = {
  name: text(limits.leadFieldCharsMax),
  email: text(limits.leadFieldCharsMax),
  phone: text(limits.leadFieldCharsMax),
  company: text(limits.leadFieldCharsMax),
} satisfies Record<(typeof LEAD_COLUMNS)[number], z.ZodString>;
/** Values of an agent's own fields by key; an empty one takes the value away. */
const custom = z
  .record(z.string().max(40), text(limits.leadFieldCharsMax))
  .refine((given) => Object.keys(given).length <= limits.leadFieldsMax, 'Too many fields.');

export const LeadGroup = z.object({ id: LeadGroupId, name: z.string(), leads: z.number().int() });
export type LeadGroup = z.infer<typeof LeadGroup>;

export const Lead = z.object({
  id: LeadId,
  agentId: AgentId,
  ...values,
  custom: z.record(z.string(), z.string()),
  note: z.string(),
  source: z.enum(LEAD_SOURCES),
  groups: z.array(z.object({ id: LeadGroupId, name: z.string() })),
  conversations: z.number().int(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().describe('Last heard of: a conversation, an import or a change'),
});
export type Lead = z.infer<typeof Lead>;

export const LeadDetail = Lead.extend({
  history: z
    .array(
      z.object({
        id: ConversationId,
        firstQuestion: z.string(),
        createdAt: z.iso.datetime(),
        lastMessageAt: z.iso.datetime(),
      }),
    )
    .describe('Their conversations, newest first, at most 50'),
});
export type LeadDetail = z.infer<typeof LeadDetail>;

export const LeadFilters = z.object({
  search: z.string().max(100).optional().describe('Part of a name, an address, a number or a company'),
  groupId: LeadGroupId.optional(),
  source: z.enum(LEAD_SOURCES).optional(),
  from: z.iso.datetime().optional().describe('Created at this time or later'),
  to: z.iso.datetime().optional().describe('Created before this time'),
});
export type LeadFilters = z.infer<typeof LeadFilters>;

/** Which leads a call means: some by their ids, or all that match. */
export type LeadSelection = { leadIds?: LeadId[] | undefined; matching?: LeadFilters | undefined };

export const DuplicateReason = z.enum(['email', 'phone', 'name']);

const NewLead = z.object({ ...values, custom, note: text(limits.leadNoteCharsMax) }).partial();
export type NewLead = z.infer<typeof NewLead>;

/** `targets`: for each column of the table the key of a field, `groups`, `note`, or empty for nowhere. */
export const ImportOptions = z.object({
  targets: z.array(z.string().max(40)).max(limits.leadImportColumnsMax),
  onDuplicate: z.enum(['merge', 'skip']),
  groupId: LeadGroupId.optional().describe('A group that all of them join'),
});
export type ImportOptions = z.infer<typeof ImportOptions>;

export const IMPORT_REFUSALS = ['no_rows', 'too_many_rows', 'too_many_columns'] as const;

export const ImportPreview = z.object({
  columns: z.array(z.object({ name: z.string(), target: z.string(), samples: z.array(z.string()) })),
  rows: z.number().int(),
  refusal: z.enum(IMPORT_REFUSALS).nullable().describe('Why nothing of this file can be imported'),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

export const ImportProblem = z.object({
  line: z.number().int().describe('Counts from 1, the first line of the file'),
  reason: z
    .enum(['nobody', ...LEAD_FIELD_TYPES])
    .describe('`nobody`: no name, email or phone number; else the type that `value` is not of'),
  value: z.string(),
});
export type ImportProblem = z.infer<typeof ImportProblem>;

/** Progress of an import. The last part has a `result`, or the `failure` by which nothing was imported. */
export const ImportPart = z.object({
  done: z.number().int(),
  total: z.number().int(),
  result: z
    .object({
      created: z.number().int(),
      merged: z.number().int(),
      skipped: z.number().int(),
      problems: z.array(ImportProblem),
    })
    .nullable(),
  failure: ErrorBody.pick({ code: true, message: true }).nullable(),
});
export type ImportPart = z.infer<typeof ImportPart>;

export const LeadExportPart = z.object({
  text: z.string(),
  done: z.number().int(),
  total: z.number().int(),
  isLast: z.boolean(),
});

const agent = z.object({ id: AgentId });
const one = agent.extend({ leadId: LeadId });
const group = agent.extend({ groupId: LeadGroupId });
const chosen = {
  leadIds: z.array(LeadId).min(1).max(limits.leadBulkMax).optional().describe('These'),
  matching: LeadFilters.optional().describe('All that match; `{}` is every lead of the agent'),
};
/** In one of the two ways. */
const isChosen = ({ leadIds, matching }: LeadSelection) => (leadIds === undefined) !== (matching === undefined);
const ONE_WAY = { path: ['leadIds'], message: 'Give either `leadIds` or `matching`.' };
const groupName = z.string().trim().min(1, 'Please enter a name.').max(limits.leadGroupNameCharsMax);
const done = z.object({ success: z.literal(true) });
const changed = z.object({ changed: z.number().int() });
const route = (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, summary: string, successStatus = 200) =>
  oc.route({
    method,
    path: `/v2/agents/{id}/leads${path === '/' ? '' : path}`,
    summary,
    tags: ['Leads'],
    successStatus,
  });

export const leadsContract = {
  list: route('GET', '/', 'List leads')
    .input(PageQuery.extend(LeadFilters.shape).extend({ id: AgentId, sort: z.enum(LEAD_SORTS).default('created') }))
    .output(
      page(Lead).extend({
        total: z.number().int(),
        readAt: z.iso
          .datetime()
          .describe('When they were counted: `to` for a call that means these and none that comes later'),
        canWrite: z.boolean(),
        canErase: z.boolean(),
      }),
    ),
  listFields: route('GET', '/fields', 'List the fields that the agent notes')
    .input(agent)
    .output(z.object({ items: LeadFields })),
  listDuplicates: route('GET', '/duplicates', 'List leads that may be the same person')
    .input(agent)
    .output(z.object({ items: z.array(z.object({ reason: DuplicateReason, leads: z.array(Lead) })) })),
  setDistinct: route('POST', '/duplicates', 'Say that leads are different people, or take it back')
    .input(agent.extend({ leadIds: z.array(LeadId).min(2).max(limits.leadMergeMax), areDistinct: z.boolean() }))
    .output(done),
  export: route('POST', '/exports', 'Export leads as CSV, piece by piece')
    .input(agent.extend(chosen).refine(isChosen, ONE_WAY))
    .output(eventIterator(LeadExportPart)),
  listGroups: route('GET', '/groups', 'List groups, with the number of their leads')
    .input(agent)
    .output(z.object({ items: z.array(LeadGroup) })),
  createGroup: route('POST', '/groups', 'Create a group', 201)
    .input(agent.extend({ name: groupName }))
    .output(LeadGroup),
  renameGroup: route('POST', '/groups/{groupId}', 'Rename a group')
    .input(group.extend({ name: groupName }))
    .output(done),
  deleteGroup: route('DELETE', '/groups/{groupId}', 'Delete a group; its leads stay').input(group).output(done),
  assignGroup: route('POST', '/groups/{groupId}/leads', 'Put leads into a group, or take them out')
    .input(group.extend({ ...chosen, isIn: z.boolean() }).refine(isChosen, ONE_WAY))
    .output(changed),
  previewImport: route('POST', '/import-previews', 'Read the columns of a CSV file; nothing is stored')
    .input(agent.extend({ file: z.file() }))
    .output(ImportPreview),
  import: route('POST', '/imports', 'Import leads from a CSV file: all valid rows, or none')
    .input(agent.extend({ file: z.file(), options: z.string().max(20_000).describe('`ImportOptions` as JSON') }))
    .output(eventIterator(ImportPart)),
  create: route('POST', '/', 'Create a lead', 201)
    .input(NewLead.extend({ id: AgentId }))
    .output(Lead),
  delete: route('POST', '/delete', 'Delete leads; they can be restored for an hour')
    .input(agent.extend(chosen).refine(isChosen, ONE_WAY))
    .output(changed.extend({ deletionId: LeadDeletionId })),
  restore: route('POST', '/restore', 'Restore the leads of one deletion')
    .input(agent.extend({ deletionId: LeadDeletionId }))
    .output(changed),
  merge: route('POST', '/merge', 'Make one lead of several')
    .input(
      agent.extend({
        keepId: LeadId,
        mergeIds: z.array(LeadId).min(1).max(limits.leadMergeMax),
        values: NewLead.describe('The values of the one that stays'),
      }),
    )
    .output(Lead),
  get: route('GET', '/{leadId}', 'Get a lead with its conversations').input(one).output(LeadDetail),
  update: route('POST', '/{leadId}', 'Change a lead').input(one.extend(NewLead.shape)).output(Lead),
  erase: route('DELETE', '/{leadId}', 'Erase a person: the lead and all conversations with them')
    .input(one)
    .output(done),
};
