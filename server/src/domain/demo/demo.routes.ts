import { memberProcedure, originOf } from '../../http/procedures.ts';
import { getDemo, type LookDeps } from './get-demo.ts';
import { removeDemo } from './remove-demo.ts';
import { type DemoDeps, startDemo } from './start-demo.ts';

const { demo } = memberProcedure;

export const demoRoutes = (deps: DemoDeps & LookDeps) => ({
  get: demo.get.handler(({ context }) => getDemo(deps, context.member, originOf(context.headers))),
  start: demo.start.handler(async ({ context }) => {
    await startDemo(deps, context.member);
    return getDemo(deps, context.member, originOf(context.headers));
  }),
  remove: demo.remove.handler(async ({ context }) => {
    await removeDemo(deps, context.member);
    return getDemo(deps, context.member, originOf(context.headers));
  }),
});
