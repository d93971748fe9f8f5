import { AGENT_FILE } from '@antiphon/contract/agent-files';
import { AgentSettings } from '@antiphon/contract/agents';
import { testOf } from '../../factories/suite-factory.ts';
import {
  agent,
  blueprint,
  blueprintPush,
  CONTENT,
  conversation,
  crawl,
  crawlRun,
  DRAFT,
  document,
  followed,
  form,
  member,
  none,
  type ProcedureName,
  type Row,
  suiteCase,
  suiteRun,
  trashed,
  uid,
  version,
} from '../policy-row.ts';

/** Agents and what they know. */
const PLAN = { kind: 'crawl', starts: ['https://site.example.com/'] };

export const agentsRows = {
  'agents.list': member(null, uid, { client: { page: 'any', of: 'list' } }),
  'agents.listTags': member(null, uid),
  'agents.listTrash': member(null, uid),
  'agents.create': member('agents.write', uid, {
    client: { page: 'any', of: 'list' },
    ...DRAFT,
    body: () => ({ title: 'Second' }),
  }),
  'agentFiles.get': member('agents.write', agent),
  'agentFiles.create': member('agents.write', uid, {
    body: () => ({ file: { ...AGENT_FILE, settings: { title: 'From a file' } } }),
  }),
  'suites.get': member(null, agent),
  'suites.save': member('agents.publish', agent, { body: () => ({ blocksPublishing: true }) }),
  'suites.createCase': member('agents.write', agent, { body: () => testOf() }),
  'suites.getCase': member(null, suiteCase),
  'suites.updateCase': member('agents.write', suiteCase, {
    isOnce: 'suite',
    body: () => ({ ...testOf(), edition: 1 }),
  }),
  'suites.deleteCase': member('agents.write', suiteCase, { isOnce: 'suite' }),
  'suites.proposeCase': member('agents.write', conversation, { unaudited: 'nothing is saved' }),
  'suites.startRun': member('agents.write', agent, { isOnce: 'agent' }),
  'suites.getRun': member(null, suiteRun),
  'suites.getResult': member(null, (t) => ({ ...suiteRun(t), position: '1' })),
  'suites.stopRun': member('agents.write', suiteRun),
  'blueprints.get': member(null, blueprint),
  'blueprints.lock': member('agents.write', blueprint, { body: () => ({ locked: ['guardrails'] }) }),
  'blueprints.listLinks': member(null, blueprint),
  'blueprints.create': member('agents.write', blueprint, { body: () => ({ title: 'Of a blueprint' }) }),
  'blueprints.link': member('agents.write', blueprint, {
    isOnce: 'blueprint',
    body: (t) => ({ agentId: t.looseAgentId }),
    alsoNames: { agentId: (_own, foreign) => ({ body: { agentId: foreign.agentId } }) },
  }),
  'blueprints.saveSlots': member('agents.write', followed, { body: () => ({ slots: { city: 'Ghent' } }) }),
  'blueprints.unlink': member('agents.write', followed, { isOnce: 'blueprint' }),
  // One is under way, and waits for a person.
  'blueprints.push': member('agents.publish', blueprint, {
    ...{ status: 409, unaudited: 'nothing is pushed; journeys/blueprints.test.ts looks for the row' },
    body: () => ({ version: 1 }),
    alsoNames: { agentIds: (_own, foreign) => ({ body: { version: 1, agentIds: [foreign.agentId] } }) },
  }),
  'blueprints.getPush': member(null, blueprintPush),
  'blueprints.listPushes': member(null, blueprint),
  'blueprints.listTargets': member(null, blueprintPush),
  'blueprints.stop': member('agents.publish', blueprintPush, { isOnce: 'blueprint' }),
  'blueprints.goOn': member('agents.publish', blueprintPush, { isOnce: 'blueprint' }),
  'blueprints.retry': member('agents.publish', blueprintPush, { isOnce: 'blueprint' }),
  'blueprints.rollBack': member('agents.publish', blueprintPush, { isOnce: 'blueprint' }),
  'agents.get': member(null, agent, { client: { page: 'any', of: 'agent' } }),
  'agents.update': member('agents.write', agent, {
    // Clients change the prompt and nothing else of it.
    client: { page: ['/nodes', '/prompt'], of: 'agent', status: 403 },
    ...DRAFT,
    isOnce: 'agent',
    body: (t) => ({ settings: AgentSettings.parse({ title: 'Saved' }), draftRevision: t.draftRevision }),
  }),
  'agents.delete': member('agents.write', agent, { isOnce: 'agent' }),
  'agents.restore': member('agents.write', trashed, { isOnce: 'trashed' }),
  'agents.duplicate': member('agents.write', agent, DRAFT),
  'agents.setTags': member('agents.write', agent, { ...DRAFT, body: () => ({ tags: ['Sales'] }) }),
  'flows.getLayout': member(null, agent, { client: { page: 'any', of: 'agent' } }),
  'flows.saveLayout': member('agents.write', agent, {
    ...DRAFT,
    body: () => ({ positions: { start: { x: 0, y: 80 } } }),
  }),
  'agents.saveBackup': member('agents.publish', none, {
    ...DRAFT,
    body: (t) => ({ agentId: t.agentId, workspaceId: t.uid }),
    alsoNames: {
      agentId: (own, foreign) => ({ body: { agentId: foreign.agentId, workspaceId: own.uid } }),
      workspaceId: (own, foreign) => ({ body: { agentId: own.agentId, workspaceId: foreign.uid } }),
    },
  }),
  'agents.testModel': member('agents.write', agent, {
    unaudited: 'a question of one word, which changes nothing',
    body: () => ({ provider: 'builtin', model: 'builtin' }),
  }),
  'agents.publish': member('agents.publish', agent, {
    client: { page: ['/nodes', '/prompt'], of: 'agent' },
    isOnce: 'agent',
    body: none,
  }),
  'agents.listVersions': member(null, agent),
  'agents.getVersion': member(null, version),
  'agents.restoreVersion': member('agents.publish', version, { body: none }),
  'agents.setStaging': member('agents.publish', agent, { body: () => ({ isOn: true }) }),
  'agents.promote': member('agents.publish', blueprint, { isOnce: 'blueprint', body: () => ({ version: 2 }) }),
  'crawls.list': member(null, uid, {
    alsoNames: { agentId: (_own, foreign) => ({ query: { agentId: foreign.agentId } }) },
  }),
  'crawls.create': member('agents.write', agent, { ...CONTENT, body: () => PLAN }),
  'crawls.preview': member('agents.write', agent, { unaudited: 'nothing is saved', body: () => PLAN }),
  'crawls.get': member(null, crawl),
  'crawls.update': member('agents.write', crawl, { ...CONTENT, body: () => PLAN }),
  'crawls.pause': member('agents.write', crawl, { ...CONTENT, body: () => ({ isPaused: true }) }),
  'crawls.getRun': member(null, crawlRun),
  'crawls.getPage': member(null, (t) => ({ ...crawlRun(t), pageId: t.crawlPageId })),
  'crawls.approve': member('agents.write', crawlRun, { isOnce: 'crawl', body: none }),
  'crawls.discard': member('agents.write', crawlRun, { isOnce: 'crawl', body: none }),
  'knowledge.list': member(null, agent, {
    client: { page: '/kb', of: 'agent' },
    alsoNames: { parentId: (_own, foreign) => ({ query: { parentId: foreign.documentId } }) },
  }),
  'knowledge.add': member('agents.write', agent, {
    client: { page: '/kb', of: 'agent' },
    ...CONTENT,
    body: () => form('hours.txt', { kind: 'file' }),
  }),
  'knowledge.get': member(null, document, { client: { page: '/kb', of: 'agent' } }),
  'knowledge.update': member('agents.write', document, {
    client: { page: '/kb', of: 'agent' },
    ...CONTENT,
    body: () => ({ title: 'Renamed' }),
  }),
  'knowledge.delete': member('agents.write', document, { client: { page: '/kb', of: 'agent' }, isOnce: 'document' }),
  'knowledge.refresh': member('agents.write', document, {
    client: { page: '/kb', of: 'agent' },
    ...CONTENT,
    body: none,
  }),
  'knowledge.search': member(null, agent, {
    client: { page: '/kb', of: 'agent' },
    body: () => ({ q: 'electric bike' }),
  }),
  'unanswered.list': member(null, agent, {
    client: { page: ['/home', '/analytics', '/kb', '/convos'], of: 'agent' },
  }),
  'unanswered.settle': member('agents.write', agent, {
    client: { page: '/kb', of: 'agent' },
    ...CONTENT,
    body: () => ({ questions: ['Do you sell helmets?'], state: 'dismissed' }),
  }),
  'unanswered.merge': member('agents.write', agent, {
    client: { page: '/kb', of: 'agent' },
    ...CONTENT,
    body: () => ({ questions: ['Do you sell helmets?'], into: 'Are there helmets?' }),
  }),
  'pausedAgents.get': member(null, uid),
  'pausedAgents.swap': member('agents.write', uid, {
    // No plan is exceeded there.
    ...{ status: 409, unaudited: 'nothing is swapped; journeys/paused-agents.test.ts looks for the row' },
    body: (t) => ({ resume: t.agentId, pause: t.agentId }),
    alsoNames: {
      resume: (own, foreign) => ({ body: { resume: foreign.agentId, pause: own.agentId } }),
      pause: (own, foreign) => ({ body: { resume: own.agentId, pause: foreign.agentId } }),
    },
  }),
} satisfies Partial<Record<ProcedureName, Row>>;
