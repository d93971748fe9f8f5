import { member, type ProcedureName, type Row, uid } from '../policy-row.ts';

const range = { from: '2026-11-01', to: '2026-11-21', timeZone: 'Europe/Berlin' };
const READ = {
  query: () => range,
  alsoNames: {
    agentId: (_own: unknown, foreign: { agentId: string }) => ({ query: { ...range, agentId: foreign.agentId } }),
  },
};

export const analyticsRows = {
  'analytics.getReport': member(null, uid, {
    ...READ,
    client: { page: ['/home', '/analytics', '/metrics'], of: 'list' },
  }),
  'analytics.listQuestions': member(null, uid, { ...READ, client: { page: ['/home', '/analytics'], of: 'list' } }),
  'analytics.listSources': member(null, uid, { ...READ, client: { page: '/analytics', of: 'list' } }),
  'analytics.listScores': member(null, uid, { ...READ, client: { page: ['/analytics', '/metrics'], of: 'list' } }),
  'analytics.listComments': member(null, uid, { ...READ, client: { page: ['/analytics', '/metrics'], of: 'list' } }),
  'analytics.listCountries': member(null, uid, { ...READ, client: { page: '/analytics', of: 'list' } }),
} satisfies Partial<Record<ProcedureName, Row>>;
