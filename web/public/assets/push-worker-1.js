// Shows a push message, and opens what it is about. Its text comes whole from the server.
self.addEventListener('push', (event) => {
  const { id, title, body, url } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag: id, data: { url }, icon: '/assets/icon-1.svg' }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.url, self.location.origin);
  // Only a page of ours, whatever a message says.
  if (url.origin !== self.location.origin) return;
  const open = async () => {
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const found = windows.find((client) => new URL(client.url).pathname === url.pathname);
    await (found ? found.focus() : self.clients.openWindow(url.href));
  };
  event.waitUntil(open());
});
