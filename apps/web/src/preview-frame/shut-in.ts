/**
 * Takes away what the page's policy cannot: WebRTC, which no policy stops in Chromium, frames inside the frame, which would have it again,
 * and links that tell the browser to look up or connect to a host. Runs before any content, which then cannot get a second copy of the
 * built-in functions: that would need another window.
 */
export function shutIn(): void {
  takeAwayWebRtc();
  replaceElements();
  removeFrames();
  setDefaultPolicy();
}

const frames = ['iframe', 'frame', 'object', 'embed', 'fencedframe', 'portal', 'frameset', 'applet', 'controlledframe'];
const withoutFunction: ReadonlySet<string> = new Set([...frames, 'link', 'base']);
/** As it begins in markup, also with a prefix of XML. */
const startOfTag = new RegExp(`<(/?)((?:[\\w.-]+:)?(?:${[...withoutFunction].join('|')}))(?=[\\s/>]|$)`, 'gi');
const declaredRoots = /shadowroot(?=mode|clonable|delegatesfocus|serializable|customelementregistry)/gi;
const entities = /<!ENTITY/gi;

/** Markup without elements and declarations that could reach outside. Written as one string, so that no tag comes in two pieces. */
export const harmlessMarkup = (markup: string): string =>
  markup.replace(startOfTag, '<$1x-$2').replace(declaredRoots, 'x-shadowroot').replace(entities, '<!x-ENTITY');

const isWithoutFunction = (name: string): boolean =>
  withoutFunction.has(name.slice(name.lastIndexOf(':') + 1).toLowerCase());

function takeAwayWebRtc(): void {
  for (const name of Object.getOwnPropertyNames(window))
    if (/^(webkit|moz)?RTC|^(WebTransport|XSLTProcessor|PresentationRequest|PaymentRequest|SharedWorker)$/.test(name))
      Object.defineProperty(window, name, { value: undefined, configurable: false, writable: false });
}

// biome-ignore lint/suspicious/noExplicitAny: replaces built-in functions, whatever their types
type AnyFunction = (this: any, ...args: any[]) => any;

/** Replaces a built-in function for good. `make` gets the built-in one. */
function replace(owner: object, name: string, make: (own: AnyFunction) => AnyFunction | undefined): void {
  const own: unknown = Object.getOwnPropertyDescriptor(owner, name)?.value;
  if (typeof own !== 'function') return;
  Object.defineProperty(owner, name, { value: make(own as AnyFunction), configurable: false, writable: false });
}

/** Sinks of markup that Trusted Types check. Others, which a newer browser may have, are taken away. */
const checkedSinks = new Set([
  'insertAdjacentHTML',
  'setHTMLUnsafe',
  'getHTML',
  'parseHTMLUnsafe',
  'createHTMLDocument',
]);

function replaceElements(): void {
  const { apply } = Reflect;
  replace(Document.prototype, 'createElement', (own) => {
    return function createElement(this: Document, name: unknown, options?: unknown) {
      const asText = `${name}`;
      return apply(own, this, [isWithoutFunction(asText) ? `x-${asText}` : asText, options]);
    };
  });
  replace(Document.prototype, 'createElementNS', (own) => {
    return function createElementNS(this: Document, namespace: unknown, name: unknown, options?: unknown) {
      const asText = `${name}`;
      return apply(own, this, [namespace, isWithoutFunction(asText) ? 'x-element' : asText, options]);
    };
  });
  replace(CustomElementRegistry.prototype, 'define', (own) => {
    return function define(this: CustomElementRegistry, name: unknown, made: unknown) {
      // An element that extends a built-in one could be one of those.
      return apply(own, this, [name, made]);
    };
  });
  for (const owner of [Element.prototype, ShadowRoot.prototype, Document.prototype, Document, Range.prototype])
    for (const name of Object.getOwnPropertyNames(owner))
      if (/HTML/.test(name) && !checkedSinks.has(name)) replace(owner, name, () => undefined);
}

function removeFrames(): void {
  const { apply } = Reflect;
  const observe = MutationObserver.prototype.observe;
  const remove = Element.prototype.remove;
  const find = DocumentFragment.prototype.querySelectorAll;
  const findInElement = Element.prototype.querySelectorAll;
  const selector = [...frames, 'link'].join(',');
  const matches = Element.prototype.matches;
  const removeIn = (node: Node) => {
    const found =
      node instanceof Element
        ? [...(apply(matches, node, [selector]) ? [node] : []), ...apply(findInElement, node, [selector])]
        : node instanceof DocumentFragment
          ? apply(find, node, [selector])
          : [];
    for (const element of found) apply(remove, element, []);
  };
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) removeIn(node);
  });
  const watch = (root: Node) => apply(observe, observer, [root, { childList: true, subtree: true }]);
  watch(document);
  replace(Element.prototype, 'attachShadow', (own) => {
    return function attachShadow(this: Element, init: unknown) {
      const root = apply(own, this, [init]) as ShadowRoot;
      watch(root);
      return root;
    };
  });
}

type Policy = Record<
  'createHTML' | 'createScript' | 'createScriptURL',
  (text: string, type?: string, sink?: string) => string | null
>;
type Factory = { createPolicy(name: string, policy: Partial<Policy>): unknown };

/** Firefox and Safari have no Trusted Types in some versions; the policy of the page does not ask for them there. */
function setDefaultPolicy(): void {
  const { trustedTypes } = window as { trustedTypes?: Factory };
  trustedTypes?.createPolicy('default', {
    createHTML: (markup) => harmlessMarkup(markup),
    // A script in place of an address: a page could replace itself with it.
    createScript: (script, _, sink) => (sink && /location|href|javascript|srcdoc/i.test(sink) ? null : script),
    createScriptURL: (address) => address,
  });
}
