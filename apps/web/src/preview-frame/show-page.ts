import type { FromFrame } from './messages.ts';
import { harmlessMarkup } from './shut-in.ts';

type Tell = (message: FromFrame) => void;

/** What the browser would show of a document that another one has inserted; the content of scripts is text. */
const namesOfScripts = new Set(['script']);
const eventHandler = /^on/i;
/** Browsers ignore control marks and spaces in front of it and within it. */
const scriptAddress = /^[^a-z]*j[^a-z]*a[^a-z]*v[^a-z]*a[^a-z]*s[^a-z]*c[^a-z]*r[^a-z]*i[^a-z]*p[^a-z]*t[^a-z]*:/i;

/** Forbids all scripts of content that comes later. Our own functions are there already. */
function forbidScripts(): void {
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = "script-src 'none'";
  document.head.append(policy);
}

/** Shows a picture, whose scripts never run in an image. */
export function showPicture(svg: string): void {
  forbidScripts();
  const picture = document.createElement('img');
  picture.alt = '';
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(withNamespace(svg))}`;
  Object.assign(document.body.style, { margin: '0', minHeight: '100vh', display: 'grid', placeItems: 'center' });
  Object.assign(picture.style, { maxWidth: '100%', maxHeight: '100vh', boxSizing: 'border-box', padding: '16px' });
  document.body.append(picture);
}

/** Models often leave it out, and without it a browser shows no picture. */
const withNamespace = (svg: string): string =>
  /<svg\b[^>]*\sxmlns\s*=/i.test(svg)
    ? svg.trim()
    : svg.trim().replace(/<svg\b/i, '<svg xmlns="http://www.w3.org/2000/svg"');

/**
 * Shows a page as the parser of a browser would, with its scripts in their order. The browser's own parser would not ask before it inserts
 * a frame or connects to a host that a link names.
 */
export async function showPage({ content, run, tell }: { content: string; run: boolean; tell: Tell }): Promise<void> {
  const parsed = new DOMParser().parseFromString(harmlessMarkup(content), 'text/html');
  if (!run) forbidScripts();
  else reportErrors(tell, scriptPlaces(content));
  const builder = new Builder(run);
  if (run) builder.replaceWrite();
  let readyState: DocumentReadyState = 'loading';
  Object.defineProperty(document, 'readyState', { get: () => readyState, configurable: true });
  for (const { name, value } of parsed.documentElement.attributes)
    setAttribute(document.documentElement, name, value, run);
  if (run) await started(tell);
  await builder.fill(document.head, parsed.head);
  for (const { name, value } of parsed.body.attributes) setAttribute(document.body, name, value, run);
  await builder.fill(document.body, parsed.body);
  await builder.modules();
  readyState = 'interactive';
  document.dispatchEvent(new Event('readystatechange'));
  document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }));
  readyState = 'complete';
  document.dispatchEvent(new Event('readystatechange'));
  window.dispatchEvent(new Event('load'));
}

/** Tells that scripts run from now on. A script that never ends would hold the message back. */
export async function started(tell: Tell): Promise<void> {
  tell({ type: 'started' });
  await new Promise((resolve) => setTimeout(resolve));
}

function setAttribute(element: Element, name: string, value: string, run: boolean): void {
  if (!run && (eventHandler.test(name) || scriptAddress.test(value))) return;
  try {
    element.setAttribute(name, value);
  } catch {
    // A parser takes names that scripts cannot set.
  }
}

/** Builds the nodes of a parsed document in this one, in their order. Scripts run when they are inserted. */
class Builder {
  readonly #run: boolean;
  readonly #modules: Promise<unknown>[] = [];

  constructor(run: boolean) {
    this.#run = run;
  }

  async fill(target: Node, source: Node, before: Node | null = null): Promise<void> {
    for (const node of [...source.childNodes]) {
      if (!(node instanceof Element)) {
        target.insertBefore(document.importNode(node, true), before);
        continue;
      }
      const name = node.localName;
      if (namesOfScripts.has(name)) {
        if (this.#run) target.insertBefore(this.#script(node), before);
        continue;
      }
      if (name === 'meta' && node.hasAttribute('http-equiv')) continue;
      // What has no script inside is inserted at once.
      const isWhole = this.#run && !node.querySelector('script') && name !== 'template';
      const copy = document.importNode(node, isWhole || name === 'template');
      if (!this.#run)
        for (const { name: attribute, value } of [...copy.attributes])
          if (eventHandler.test(attribute) || scriptAddress.test(value)) copy.removeAttribute(attribute);
      target.insertBefore(copy, before);
      if (!isWhole && name !== 'template') await this.fill(copy, node);
    }
  }

  /** A copy that runs: a script that was parsed elsewhere does not. */
  #script(parsed: Element): HTMLScriptElement {
    const script = document.createElement('script');
    for (const { name, value } of parsed.attributes)
      if (!(name === 'type' && /speculationrules/i.test(value))) script.setAttribute(name, value);
    const number = this.#count++;
    const isProgram = /^(|module|(text|application)\/(x-)?(java|ecma)script)$/i.test(script.type);
    script.text = isProgram ? `${parsed.textContent}\n//# sourceURL=script-${number}` : (parsed.textContent ?? '');
    if (script.type === 'module' && !script.src)
      this.#modules.push(
        new Promise((resolve) => {
          script.addEventListener('load', resolve);
          script.addEventListener('error', resolve);
          setTimeout(resolve, 2_000);
        }),
      );
    return script;
  }
  #count = 0;

  modules(): Promise<unknown> {
    return Promise.all(this.#modules);
  }

  /** Markup that a script writes comes after the script. There is no parser that could take it. */
  replaceWrite(): void {
    const write = (...texts: unknown[]) => {
      const template = document.createElement('template');
      template.innerHTML = texts.map(String).join('');
      const at = document.currentScript;
      const place = at?.parentNode && document.contains(at) ? at.parentNode : document.body;
      void this.fill(place, template.content, at?.nextSibling ?? null);
    };
    for (const [name, value] of Object.entries({ write, writeln: write, open: () => document, close: () => {} }))
      Object.defineProperty(Document.prototype, name, { value, configurable: false, writable: false });
  }
}

/** The line at which each script of a page begins, from 0. */
function scriptPlaces(content: string): number[] {
  const places: number[] = [];
  for (const match of content.matchAll(/<script\b[^>]*>/gi))
    places.push(content.slice(0, match.index + match[0].length).split('\n').length - 1);
  return places;
}

/** Tells the page of errors, with the line in the document where that is known. */
function reportErrors(tell: Tell, places: readonly number[]): void {
  window.addEventListener('error', (event) => {
    if (!event.message) return;
    const number = /script-(\d+)$/.exec(event.filename)?.[1];
    const place = number === undefined ? undefined : places[Number(number)];
    tell({
      type: 'problem',
      message: event.message.slice(0, 2_000),
      line: place === undefined || !event.lineno ? null : place + event.lineno,
    });
  });
  window.addEventListener('unhandledrejection', ({ reason }) =>
    tell({ type: 'problem', message: String(reason?.message ?? reason).slice(0, 2_000), line: null }),
  );
}
