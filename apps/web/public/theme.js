// Runs before the first paint, so that a dark page never flashes light and the shell in the page's HTML looks like the page that
// replaces it. Keep in step with src/components/base/theme/theme.ts, and with the stored values that are read here.
(() => {
  const root = document.documentElement;
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage is switched off: the defaults stay.
      return null;
    }
  };
  const theme = stored('noek_theme') === 'dark' ? 'dark' : 'light';
  root.dataset.theme = theme;
  const bar = document.querySelector('meta[name="theme-color"]');
  if (bar) bar.content = theme === 'dark' ? '#181715' : '#fdfcf9';

  root.dataset.opens =
    location.pathname === '/' ? 'start' : /^\/chat\/[^/]+\/?$/.test(location.pathname) ? 'conversation' : 'page';
  // A phone shows the note of the message box once per session of the tab: see useNoteOnce.
  try {
    if (root.dataset.opens !== 'page') sessionStorage.noek_note ??= root.dataset.note = '';
  } catch {
    // Storage is switched off.
  }
  // A person comes back from signing in with a token in the address.
  if (stored('noek_user') || /[?&]auth_token=/.test(location.search))
    root.dataset.side = stored('noek_sidebar') === 'collapsed' ? 'collapsed' : 'open';

  // If a script cannot be loaded or run before the page is there, the shell says so.
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof Element) || target instanceof HTMLScriptElement) root.dataset.failed = '';
    },
    true,
  );

  // Kept for the message box: see use-adding.ts. The browser would open a dropped file in place of the page.
  for (const type of ['dragover', 'drop', 'paste'])
    addEventListener(type, (event) => {
      const data = event.dataTransfer ?? event.clipboardData;
      if (!data || !document.querySelector('.shell-box')) return;
      if (type !== 'paste' && data.types.includes('Files')) event.preventDefault();
      if (type !== 'dragover') {
        const text = type === 'paste' ? data.getData('text/plain') : '';
        (window.noekBrought ??= []).push([location.pathname, [...data.files], text]);
      }
    });
})();
