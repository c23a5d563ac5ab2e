// Runs before the first paint, so that a dark page never flashes light and the shell in the page's HTML looks like the page that
// replaces it. Keep in step with src/components/base/theme.ts, and with the stored values that are read here.
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
  if (stored('noek_user')) root.dataset.side = stored('noek_sidebar') === 'collapsed' ? 'collapsed' : 'open';

  // The look of the conversation that the same person left last, until its code has loaded; see useKeptView. It is shown once. It is
  // data, not HTML: only known elements and attributes are made of it, and none of them can load or run anything.
  const kept = (() => {
    try {
      const view = JSON.parse(stored('noek_kept_view'));
      localStorage.removeItem('noek_kept_view');
      const isTheirs = view.userId === JSON.parse(stored('noek_user')).id && !stored('noek_pending_sign_out');
      return isTheirs && view.path === location.pathname && !location.search ? view : null;
    } catch {
      return null;
    }
  })();
  const elements = new Set(
    `a article b blockquote br button circle code dd del details div dl dt ellipse em figcaption figure g h1 h2 h3 h4 h5 h6 header hr i
    kbd label li line mark ol p path polygon polyline pre rect s section small span strong sub summary sup svg table tbody td th thead
    time tr ul`.split(/\s+/),
  );
  const attributes =
    /^(class|dir|start|colspan|open|viewBox|d|points|[cr]?[xy]|[xy][12]|r|width|height|fill|stroke(-[a-z]+)?|preserveAspectRatio|data-[\w-]+)$/;
  const draw = ([name, given, ...children], inside) => {
    if (!elements.has(name)) return;
    const isPicture = name === 'svg' || inside.namespaceURI.endsWith('svg');
    const element = document.createElementNS(`http://www.w3.org/${isPicture ? '2000/svg' : '1999/xhtml'}`, name);
    for (const [key, value] of Object.entries(given))
      if (key === 'style') element.style.cssText = value;
      else if (attributes.test(key)) element.setAttribute(key, value);
    for (const child of children)
      if (typeof child === 'string') element.append(child);
      else draw(child, element);
    inside.append(element);
    return element;
  };
  if (kept) {
    for (const href of kept.styles) {
      if (!/^\/assets\/[\w.-]+\.css$/.test(href)) continue;
      const link = document.createElement('link');
      Object.assign(link, { rel: 'stylesheet', href, crossOrigin: '' });
      link.setAttribute('blocking', 'render');
      document.head.append(link);
    }
    const observer = new MutationObserver(() => {
      const place = document.querySelector('.shell-main');
      if (!place) return;
      observer.disconnect();
      // Another build may look different.
      if (document.querySelector('script[type="module"]')?.getAttribute('src') !== kept.script) return;
      draw(kept.view, place)?.classList.add('shell-kept');
      place.inert = true;
      root.dataset.kept = '';
    });
    observer.observe(root, { childList: true, subtree: true });
  }

  // A script that cannot be loaded or run before the page is there: the shell then says so.
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof Element) || target instanceof HTMLScriptElement) root.dataset.failed = '';
    },
    true,
  );
})();
