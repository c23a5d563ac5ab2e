import { type RefObject, useEffect, useEffectEvent } from 'react';
import { forgetKeptView, keptViewKey } from '../local-cache/forget-local-cache.ts';

/** An element with its children, or a text. `public/kept-view.js` draws it again. */
type Drawn = string | [tag: string, attributes: Record<string, string>, ...children: Drawn[]];

/** The view of the end of a conversation, for the next visit. */
export type KeptView = {
  userId: string;
  /** The path of the conversation. */
  path: string;
  /** The script of the page, whose name changes with every build. */
  script: string;
  /** The stylesheets that the page does not load itself. */
  styles: string[];
  view: Drawn;
};

/** In characters. More is not worth the space, which all values of this site share. */
const longestView = 300_000;
const keptAttributes =
  /^(class|dir|start|colspan|open|viewBox|d|points|[cr]?[xy]|[xy][12]|r|width|height|fill|stroke(-[a-z]+)?|preserveAspectRatio|data-[\w-]+)$/;

function drawn(element: Element): Drawn {
  const attributes: Record<string, string> = {};
  for (const { name, value } of element.attributes) if (keptAttributes.test(name)) attributes[name] = value;
  const { style } = element as HTMLElement;
  if (style?.cssText) attributes.style = style.cssText;
  const children: Drawn[] = [];
  for (const child of element.childNodes) {
    if (child instanceof Text) children.push(child.data);
    else if (child instanceof Element) children.push(drawn(child));
  }
  return [element.localName, attributes, ...children];
}

/**
 * The view of the end of a list, as much as fills its scrolling area; null if the page contains less of the list. `ids`: all its
 * messages, oldest first.
 */
function drawEnd(list: Element, scroller: Element, ids: readonly string[]): Drawn | null {
  const shown = [...list.querySelectorAll('[data-message]')];
  const wanted = scroller.clientHeight;
  const items: Drawn[] = [];
  let height = 0;
  while (height < wanted && items.length < ids.length) {
    const message = shown.at(-1 - items.length);
    const item = message?.parentElement;
    if (!item || message.getAttribute('data-message') !== ids.at(-1 - items.length)) return null;
    // Without the room at the end of the list, which a list that opens does not have.
    const end = message.lastElementChild ?? item;
    height += end.getBoundingClientRect().bottom - item.getBoundingClientRect().top;
    // The list keeps the place of an item; the scroll position inside it is kept here.
    items.push(['div', { class: 'flow-root' }, ...[...item.children].map(drawn)]);
  }
  const inner: Drawn = ['div', { class: list.className }, ...items.reverse()];
  return ['div', { class: scroller.className }, inner];
}

/** The paths of the stylesheets that were loaded with code. Those of the page itself are behind its shell, not in the head. */
const stylesheets = (): string[] =>
  [...document.querySelectorAll<HTMLLinkElement>('head link[rel="stylesheet"]')]
    .map(({ href }) => new URL(href).pathname)
    .filter((path) => path.startsWith('/assets/'));

/**
 * Keeps the view of the end of the open conversation when the page is hidden, reloaded or closed. The next page shows it before any code
 * has loaded, and then removes it. `userId`: whose conversation it is; null keeps nothing.
 */
export function useKeptView(options: {
  userId: string | null;
  /** The ids of the messages, oldest first. */
  ids: () => readonly string[];
  list: RefObject<Element | null>;
  scroller: RefObject<Element | null>;
}): void {
  const onVisibility = useEffectEvent(() => {
    forgetKeptView();
    const { userId, list, scroller } = options;
    if (document.visibilityState !== 'hidden' || userId === null || !list.current || !scroller.current) return;
    const view = drawEnd(list.current, scroller.current, options.ids());
    const script = document.querySelector('script[type="module"]')?.getAttribute('src');
    if (!view || !script) return;
    const kept: KeptView = { userId, path: window.location.pathname, script, styles: stylesheets(), view };
    const text = JSON.stringify(kept);
    if (text.length > longestView) return;
    try {
      localStorage.setItem(keptViewKey, text);
    } catch {
      // Storage is switched off or full: the next page shows bars until its code has loaded.
    }
  });
  useEffect(() => {
    const listener = () => onVisibility();
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  }, []);
}
