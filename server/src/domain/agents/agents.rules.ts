import type { Agent, AgentAbilities, AgentSummary } from '@antiphon/contract/agents';
import { type AgentSettings, AgentSettings as AgentSettingsSchema } from '@antiphon/contract/agents';
import type { AgentRow } from './agents.queries.ts';

/** A document stored by an earlier release is read with today's defaults for what it lacks. */
export const readSettings = (stored: unknown): AgentSettings => AgentSettingsSchema.parse(stored);

export const newSettings = (title: string): AgentSettings => AgentSettingsSchema.parse({ title });

/** Keys are sorted, so that two documents with the same content compare equal however they were written. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

export const isSameSettings = (one: AgentSettings, other: AgentSettings) => canonicalJson(one) === canonicalJson(other);

export type AgentWithCounts = AgentRow & { published: unknown; documents: number; conversations: number };

export function toSummary(row: AgentWithCounts): AgentSummary {
  const draft = readSettings(row.draft);
  return {
    ID: row.id,
    ownerID: row.workspaceUid,
    title: draft.title,
    description: draft.description,
    roundedImageURL: draft.roundedImageURL,
    isPublished: row.publishedVersion !== null,
    hasUnpublishedChanges: row.published === null || !isSameSettings(draft, readSettings(row.published)),
    documents: row.documents,
    conversations: row.conversations,
    ts: seconds(row.createdAt),
    lastModified: seconds(row.updatedAt),
  };
}

export function toAgent(row: AgentWithCounts, abilities: AgentAbilities): Agent {
  return {
    ...toSummary(row),
    settings: readSettings(row.draft),
    draftRevision: row.draftRevision,
    published: row.published === null ? null : readSettings(row.published),
    publishedVersion: row.publishedVersion,
    abilities,
  };
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1_000);
