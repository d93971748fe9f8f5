import type { WorkspaceUid } from '@antiphon/contract/ids';
import { api } from '../../../api.ts';

const workerPath = '/assets/push-worker-1.js';

export const isPushPossible = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** This browser's subscription, or null. */
export async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(workerPath);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Nothing where the person does not allow it. */
export async function subscribeBrowser(uid: WorkspaceUid, pushKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return;
  const registration = await navigator.serviceWorker.register(workerPath);
  await untilActive(registration);
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
  const { endpoint, keys } = made.toJSON();
  const subscription = { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } };
  try {
    await api.notifications.subscribePush({ uid, ...subscription });
  } catch (error) {
    // Nobody writes to it.
    await made.unsubscribe();
    throw error;
  }
}

/** The server first: a browser that no longer listens would be written to in vain. */
export async function unsubscribeBrowser(uid: WorkspaceUid): Promise<void> {
  const subscription = await findSubscription();
  if (!subscription) return;
  await api.notifications.unsubscribePush({ uid, endpoint: subscription.endpoint });
  await subscription.unsubscribe();
}

function untilActive(registration: ServiceWorkerRegistration): Promise<void> {
  const worker = registration.installing ?? registration.waiting;
  if (registration.active || !worker) return Promise.resolve();
  return new Promise((resolve) => {
    worker.addEventListener('statechange', () => worker.state === 'activated' && resolve());
  });
}
