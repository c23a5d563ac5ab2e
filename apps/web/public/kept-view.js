// Until the code of the page has loaded, shows how this conversation looked when the same person left it; see useKeptView. It is shown
// once. What is stored is data, not HTML: only known elements and attributes are created from it, and none of them can load or run
// anything.
(() => {
  const stored = (key) => localStorage.getItem(key);
  const kept = (() => {
    try {
      const view = JSON.parse(stored('noek_kept_view'));
      localStorage.removeItem('noek_kept_view');
      const isTheirs = view.userId === JSON.parse(stored('noek_user')).id && !stored('noek_pending_sign_out');
      // Back leads to where the person was in the conversation, which is not its end.
      const isElsewhere =
        performance.getEntriesByType('navigation')[0]?.type === 'back_forward' &&
        sessionStorage.getItem('noek_reading_places')?.includes(`"${history.state?.__TSR_key}"`);
      return isTheirs && !isElsewhere && view.path === location.pathname && !location.search ? view : null;
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
  if (!kept) return;
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
    document.documentElement.dataset.kept = '';
  });
  observer.observe(document, { childList: true, subtree: true });
})();
