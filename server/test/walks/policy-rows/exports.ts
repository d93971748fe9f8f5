import { member, type ProcedureName, type Row, uid } from '../policy-row.ts';

const GONE = { params: () => ({ exportId: 'exp_made-up' }), status: 404 };
const gone = (more: Partial<Row> = {}): Row =>
  member('all', (t) => ({ ...uid(t), ...GONE.params() }), { status: GONE.status, ...more });

/** Archives of a workspace: `server/test/journeys/exports.test.ts` opens real ones. */
export const exportsRows = {
  'exports.create': member('all', uid, { body: () => ({}) }),
  'exports.list': member('all', uid),
  'exports.delete': gone({ unaudited: 'the example holds none; the slice looks for the row of one that is held' }),
  'exports.download': gone(),
} satisfies Partial<Record<ProcedureName, Row>>;
