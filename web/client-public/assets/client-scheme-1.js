(() => {
  const root = document.documentElement;
  // What the brand begins with, until whoever looks chooses another.
  let choice = root.dataset.themeType || 'system';
  try {
    choice = localStorage.getItem('client-color-scheme') || choice;
  } catch {
    // Storage can be forbidden; then the brand decides.
  }
  const isSystem = choice !== 'dark' && choice !== 'light';
  const isDark = choice === 'dark' || (isSystem && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
