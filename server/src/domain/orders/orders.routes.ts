import { memberProcedure } from '../../http/procedures.ts';
import type { OrderDeps } from './place-order.ts';
import { cancelOrder, getOrder, listOrders } from './read-orders.ts';

const { orders } = memberProcedure;

export const ordersRoutes = (deps: OrderDeps) => ({
  list: orders.list.handler(({ context }) => listOrders(deps, context.member)),
  get: orders.get.handler(({ context, input }) => getOrder(deps, context.member, input.orderId)),
  cancel: orders.cancel.handler(({ context, input }) => cancelOrder(deps, context.member, input.orderId)),
});
