import { AgentSettings } from '@antiphon/contract/agents';

import { fail } from '@antiphon/contract/errors';
import * as z from 'zod';
import { tool } from '../../http/tool.ts';
import { changesBetween, fitting, fittingPage, pieceOf } from './fit.rules.ts';
import { agentId, inPieces, paged } from './tool-inputs.ts';

const { title, description, systemPrompt, greeting, lang, suggestedQuestions } = AgentSettings.shape;

/** What of the working copy is set here. Without their defaults: what is left out stays as it is. */
const fields = {
  title: title.optional(),
  description: description.unwrap().optional(),
  systemPrompt: systemPrompt.unwrap().optional().describe('What the agent is told to be and do'),
  greeting: greeting.unwrap().optional().describe('What it says first'),
  lang: lang.unwrap().optional().describe('`automatic`, or a language such as `de`'),
  suggestedQuestions: suggestedQuestions.unwrap().optional(),
};

/** Leaves room for the other fields, in any language. */
const PROMPT_BYTES = 6_000;

export const agentTools = {
  list_agents: tool({
    title: 'List agents',
    description: 'The agents of the workspace, with whether they are published and have changes since.',
    scope: 'read',
    effect: 'none',
    input: z.object({ search: z.string().max(100).optional().describe('Part of the name'), ...paged }),
    run: ({ call, uid }, { search, cursor, limit }) =>
      fittingPage(limit, async (most) => {
        const { items, nextCursor } = await call('agents', 'list', { uid, search, cursor, limit: most });
        return {
          nextCursor,
          items: items.map(({ ID, title: name, description: about, isPublished, hasUnpublishedChanges, ...rest }) => ({
            ID,
            title: name,
            description: about,
            isPublished,
            hasUnpublishedChanges,
            documents: rest.documents,
            conversations: rest.conversations,
          })),
        };
      }),
  }),
  get_agent: tool({
    title: 'Get an agent',
    description:
      'An agent with its working copy: prompt (in pieces, where it is long), greeting, questions, model. `draftRevision` goes into update_agent.',
    scope: 'read',
    effect: 'none',
    input: z.object({ id: agentId, ...inPieces }),
    async run({ call }, { id, cursor }) {
      const { settings, ...agent } = await call('agents', 'get', { id });
      const prompt = pieceOf(settings.systemPrompt, cursor, PROMPT_BYTES);
      return {
        ID: agent.ID,
        title: settings.title,
        description: settings.description,
        isPublished: agent.isPublished,
        publishedVersion: agent.publishedVersion,
        stagingVersion: agent.stagingVersion,
        hasUnpublishedChanges: agent.hasUnpublishedChanges,
        draftRevision: agent.draftRevision,
        lang: settings.lang,
        model: `${settings.model.provider} ${settings.model.model}`,
        greeting: settings.greeting,
        suggestedQuestions: settings.suggestedQuestions,
        hasFlow: settings.flow !== null,
        functions: settings.functions.map(({ functionId }) => functionId),
        documents: agent.documents,
        systemPrompt: prompt.text,
        next: prompt.next,
      };
    },
  }),
  create_agent: tool({
    title: 'Create an agent',
    description:
      'A new agent, not published. Give it a prompt with update_agent and documents with add_text or add_url.',
    scope: 'agents.write',
    effect: 'adds',
    input: z.object({ title }),
    async run({ call, uid }, { title: name }) {
      const { ID, draftRevision } = await call('agents', 'create', { uid, title: name });
      return { ID, draftRevision };
    },
  }),
  update_agent: tool({
    title: 'Change the working copy of an agent',
    description:
      'Changes what is given and leaves the rest. Visitors meet it once it is published. Refused with `conflict` where somebody saved since `draftRevision` was read.',
    scope: 'agents.write',
    effect: 'replaces',
    input: z.object({ id: agentId, draftRevision: z.number().int().min(1), ...fields }),
    async run({ call }, { id, draftRevision, ...given }) {
      const before = await call('agents', 'get', { id });
      const wanted = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      if (Object.keys(wanted).length === 0) fail('invalid_input', { message: 'Say what to change.' });
      const settings = { ...before.settings, ...wanted };
      const saved = await call('agents', 'update', { id, draftRevision, settings });
      return { draftRevision: saved.draftRevision, hasUnpublishedChanges: saved.hasUnpublishedChanges };
    },
  }),
  diff_agent: tool({
    title: 'Compare the working copy with what was published last',
    description: 'Every setting that publishing would change, with both sides as JSON, long ones cut.',
    scope: 'read',
    effect: 'none',
    input: z.object({ id: agentId, ...inPieces }),
    async run({ call }, { id, cursor }) {
      const { settings, published, publishedVersion, stagingVersion } = await call('agents', 'get', { id });
      return { publishedVersion, stagingVersion, ...fitting(changesBetween(published ?? {}, settings), cursor) };
    },
  }),
  list_versions: tool({
    title: 'List versions',
    description: 'What was published, newest first.',
    scope: 'read',
    effect: 'none',
    input: z.object({ id: agentId, ...inPieces }),
    async run({ call }, { id, cursor }) {
      return fitting((await call('agents', 'listVersions', { id })).items, cursor);
    },
  }),
  publish_agent: tool({
    title: 'Publish an agent',
    description:
      'Makes the working copy what visitors meet, or where the agent has a `stagingVersion` what they meet on staging: then promote_agent. Refused with `suite_failed`, which names the tests, or `suite_not_run`, where tests that must pass do not: mend the agent, then run_tests.',
    scope: 'agents.publish',
    effect: 'replaces',
    input: z.object({
      id: agentId,
      note: z.string().max(500).default('').describe('What is new, for the list of versions'),
    }),
    async run({ call }, given) {
      const { publishedVersion, stagingVersion } = await call('agents', 'publish', { ...given, override: false });
      return { publishedVersion, stagingVersion };
    },
  }),
  promote_agent: tool({
    title: 'Make staging live',
    description:
      'What staging has becomes what all visitors meet. Refused with `conflict` where it does not have `version` any more.',
    scope: 'agents.publish',
    effect: 'replaces',
    input: z.object({
      id: agentId,
      version: z.number().int().min(1).max(2_147_483_647).describe('`stagingVersion`, as you looked at it'),
    }),
    async run({ call }, given) {
      const { publishedVersion, stagingVersion } = await call('agents', 'promote', given);
      return { publishedVersion, stagingVersion };
    },
  }),
  restore_version: tool({
    title: 'Publish an earlier version again',
    description:
      'An earlier version becomes, as a new version, what visitors meet; without staging the working copy too.',
    scope: 'agents.publish',
    effect: 'replaces',
    input: z.object({ id: agentId, number: z.number().int().min(1).max(2_147_483_647) }),
    async run({ call }, given) {
      const { publishedVersion } = await call('agents', 'restoreVersion', { ...given, override: false });
      return { publishedVersion };
    },
  }),
};
