import type { WebhookDeliveryId, WorkspaceUid } from '@antiphon/contract/ids';
import type { WebhookDelivery } from '@antiphon/contract/webhooks';
import { api } from '../../../api.ts';

const looks = 20;
const pauseMs = 500;

/** The delivery after its first attempt; as it is where none was made in ten seconds. */
export async function awaitAttempt(one: {
  uid: WorkspaceUid;
  deliveryId: WebhookDeliveryId;
}): Promise<WebhookDelivery> {
  for (let look = 1; ; look += 1) {
    const delivery = await api.webhooks.getDelivery(one);
    if (delivery.attempts > 0 || look === looks) return delivery;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
