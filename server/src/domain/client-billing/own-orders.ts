import type { OrderId } from '@antiphon/contract/ids';
import type { Order } from '@antiphon/contract/orders';
import type { OrderDeps } from '../orders/place-order.ts';
import { cancelOrderOf, getOrderOf, listOrdersOf } from '../orders/read-orders.ts';
import { type Buyer, findShop, memberOf } from './demand-org-payer.ts';

const whoOf = async ({ database }: OrderDeps, buyer: Buyer) =>
  (await database.transaction(buyer.scope, (tx) => findShop(tx, buyer))).who;

export const listOwnOrders = async (deps: OrderDeps, buyer: Buyer): Promise<{ items: Order[] }> =>
  listOrdersOf(deps, buyer.scope, await whoOf(deps, buyer));

export const getOwnOrder = async (deps: OrderDeps, buyer: Buyer, id: OrderId): Promise<Order> =>
  getOrderOf(deps, buyer.scope, await whoOf(deps, buyer), id);

export const cancelOwnOrder = async (deps: OrderDeps, buyer: Buyer, id: OrderId): Promise<Order> =>
  cancelOrderOf(deps, memberOf(buyer), await whoOf(deps, buyer), id);
