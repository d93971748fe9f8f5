import type { Agent, AgentAbilities, AgentEnvironment, AgentSummary } from '@antiphon/contract/agents';
import { type AgentSettings, AgentSettings as AgentSettingsSchema } from '@antiphon/contract/agents';
import { withTextsOf } from '@antiphon/contract/flow-texts';
import { limits } from '@antiphon/contract/limits';
import type { AgentRow } from './agents.queries.ts';

/** A document stored by an earlier release is read with today's defaults for what it lacks. */
export const readSettings = (stored: unknown): AgentSettings => AgentSettingsSchema.parse(stored);

/** The environment that publishing moves, and the version that it has. */
export const tipOf = ({ publishedVersion, stagingVersion }: Pick<AgentRow, 'publishedVersion' | 'stagingVersion'>) =>
  stagingVersion === null
    ? { environment: 'live' as const, number: publishedVersion }
    : { environment: 'staging' as const, number: stagingVersion };

/** What answers a conversation: a test the working copy, any other the version of its environment. */
export const copyFor = ({ isTest, environment }: { isTest: boolean; environment: AgentEnvironment }) =>
  isTest ? 'draft' : environment;

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

/** Is nothing changed but what the agent says: prompt, greeting, suggested questions, and the texts of its canvas? */
export function isPromptAlone(stored: AgentSettings, given: AgentSettings): boolean {
  const { systemPrompt, greeting, suggestedQuestions } = given;
  const flow = stored.flow && given.flow ? withTextsOf(stored.flow, given.flow) : stored.flow;
  return isSameSettings({ ...stored, systemPrompt, greeting, suggestedQuestions, flow }, given);
}

/** As it is copied: with ' copy' after its name, cut where the name would grow too long. */
export function copySettings(settings: AgentSettings): AgentSettings {
  const name = [...settings.title]
    .slice(0, TITLE_CHARS_MAX - COPY.length)
    .join('')
    .trimEnd();
  return { ...settings, title: `${name}${COPY}` };
}

const COPY = ' copy';
const TITLE_CHARS_MAX = 80;

/** As far as a name may be long. */
export const nameOfSite = (name: string): string => [...name].slice(0, TITLE_CHARS_MAX).join('').trim();

/** Without doubles, in the order given. */
export const cleanTags = (tags: readonly string[]): string[] => [...new Set(tags)];

const DAY_MS = 24 * 60 * 60 * 1_000;
/** When what was deleted at `deletedAt` goes for good. */
export const purgedAt = (deletedAt: Date) => new Date(deletedAt.getTime() + limits.trashKeptDays * DAY_MS);
/** What was deleted before this goes for good at `now`. */
export const purgeBefore = (now: Date) => new Date(now.getTime() - limits.trashKeptDays * DAY_MS);

export type AgentWithCounts = AgentRow & {
  tip: unknown;
  documents: number;
  conversations: number;
  recentConversations: number;
};

type Listed = Pick<AgentWithCounts, 'id' | 'workspaceUid' | 'tags' | 'publishedVersion' | 'createdAt' | 'updatedAt'> &
  Pick<AgentWithCounts, 'title' | 'description' | 'image' | 'documents' | 'conversations' | 'recentConversations'> & {
    isUnchanged: boolean;
  };

/** One of a list, which reads no working copies. */
export const toListed = (row: Listed): AgentSummary => ({
  ID: row.id,
  ownerID: row.workspaceUid,
  title: row.title ?? '',
  description: row.description ?? '',
  roundedImageURL: row.image ?? '',
  isPublished: row.publishedVersion !== null,
  hasUnpublishedChanges: !row.isUnchanged,
  tags: row.tags,
  documents: row.documents,
  conversations: row.conversations,
  recentConversations: row.recentConversations,
  ts: seconds(row.createdAt),
  lastModified: seconds(row.updatedAt),
});

export function toSummary(row: AgentWithCounts): AgentSummary {
  const draft = readSettings(row.draft);
  return {
    ID: row.id,
    ownerID: row.workspaceUid,
    title: draft.title,
    description: draft.description,
    roundedImageURL: draft.roundedImageURL,
    isPublished: row.publishedVersion !== null,
    hasUnpublishedChanges: row.tip === null || !isSameSettings(draft, readSettings(row.tip)),
    tags: row.tags,
    documents: row.documents,
    conversations: row.conversations,
    recentConversations: row.recentConversations,
    ts: seconds(row.createdAt),
    lastModified: seconds(row.updatedAt),
  };
}

export function toAgent(row: AgentWithCounts, abilities: AgentAbilities): Agent {
  return {
    ...toSummary(row),
    settings: readSettings(row.draft),
    draftRevision: row.draftRevision,
    published: row.tip === null ? null : readSettings(row.tip),
    publishedVersion: row.publishedVersion,
    stagingVersion: row.stagingVersion,
    abilities,
  };
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1_000);
