import { type FromFrame, frameLimits, type ToFrame } from './messages.ts';
import { replaceMissing } from './replace-missing.ts';
import { runInWorker } from './run-in-worker.ts';
import { showPage, showPicture, started } from './show-page.ts';
import { shutIn } from './shut-in.ts';

shutIn();

/** Where the parts are that load later, which the build writes here: this script is part of the page and shares no file with them. */
const laterParts = { draw: '__draw__', component: '__show-component__' } as const;

const { parent } = window;
const postMessage = parent.postMessage.bind(parent);

/** Only the page around the frame reads it, and it checks from which frame it comes. */
function tell(message: FromFrame): void {
  postMessage(message, '*');
}

let isShown = false;
/** Where the page hears that the person has pressed in the frame. Content does not get it. */
let pressPort: MessagePort | null = null;
const { apply } = Reflect;
const { postMessage: postToPort } = MessagePort.prototype;

// The first listener, which content cannot take away.
window.addEventListener(
  'message',
  (event: MessageEvent<ToFrame>) => {
    if (event.source !== parent) return;
    event.stopImmediatePropagation();
    pressPort ??= event.ports[0] ?? null;
    void take(event.data);
  },
  true,
);
// Before content can listen, and with our own references to what it could replace.
window.addEventListener(
  'pointerdown',
  ({ isTrusted }) => {
    if (isTrusted && pressPort) apply(postToPort, pressPort, ['pressed']);
  },
  true,
);

async function take(message: ToFrame) {
  if (message.type === 'ping') return tell({ type: 'pong' });
  if (message.type === 'draw') {
    const { draw } = await (import(/* @vite-ignore */ laterParts.draw) as Promise<typeof import('./draw.ts')>);
    return tell(await draw(message, frameLimits.svg));
  }
  if (isShown) return;
  isShown = true;
  const { kind, content, run, files } = message;
  if (kind === 'html' || kind === 'react') replaceMissing(tell);
  if (kind === 'html') return showPage({ content, run, tell });
  if (kind === 'svg') return showPicture(content);
  if (kind === 'react') {
    const part = import(/* @vite-ignore */ laterParts.component) as Promise<typeof import('./show-component.tsx')>;
    const { showComponent } = await part;
    return showComponent({ content, tell, started: () => started(tell) });
  }
  return runInWorker({ kind, content, files, tell });
}

tell({ type: 'ready' });
