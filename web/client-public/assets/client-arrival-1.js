(() => {
  const behindHash = /^#(open|token)=(.+)$/;
  // Such a link, opened in the window that shows this page already, loads nothing by itself.
  addEventListener('hashchange', () => behindHash.test(location.hash) && location.reload());
  // An address of the sign-in may carry what nobody else is to read. It leaves the address before anything else is loaded, and
  // is kept in memory alone, until the page takes it.
  const address = new URL(location.href);
  const arrival = {};
  for (const name of ['username', 'password', 'token', 'secret']) {
    const value = address.searchParams.get(name);
    if (value === null) continue;
    arrival[name] = value;
    address.searchParams.delete(name);
  }
  // Links of mails keep theirs behind the `#`, which no server sees.
  const [, name, value] = behindHash.exec(address.hash) ?? [];
  if (name) {
    arrival[name] = decodeURIComponent(value);
    address.hash = '';
  }
  if (Object.keys(arrival).length === 0) return;
  history.replaceState(history.state, '', address.pathname + address.search + address.hash);
  window.clientArrival = arrival;
})();
