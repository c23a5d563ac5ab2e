// Runs before the first paint, so that a dark page never flashes light. Keep in step with src/components/theme.ts.
(() => {
  let theme = 'light';
  try {
    if (localStorage.getItem('noek_theme') === 'dark') theme = 'dark';
  } catch {
    // Storage is switched off: the default stays.
  }
  document.documentElement.dataset.theme = theme;
  const bar = document.querySelector('meta[name="theme-color"]');
  if (bar) bar.content = theme === 'dark' ? '#181715' : '#fdfcf9';
})();
