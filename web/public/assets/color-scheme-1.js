(() => {
  let choice = 'auto';
  try {
    choice = localStorage.getItem('color-scheme') || 'auto';
  } catch {
    // Storage can be forbidden; then the system decides.
  }
  const isDark = choice === 'dark' || (choice === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
