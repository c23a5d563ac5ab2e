import type { FromFrame, ToFrame } from '../../../preview-frame/messages.ts';
import { FocusKeeper } from './focus-keeper.ts';
import { expectedMessages, MessageGuard } from './message-guard.ts';

/** Why a frame is gone: it sent too much, does not answer, tried to leave its page, kept taking the focus, or never came. */
export type FrameLoss = 'flood' | 'busy' | 'left' | 'focus' | 'unreachable';

const readyWithinMs = 3_000;
const readyOnThisHostWithinMs = 15_000;
const pingEveryMs = 2_000;
/** A page that calculates for a while is not one that never ends. */
const answersWithinMs = 10_000;

/** Whether the frames' own site did not answer in this page's life. Its other frames are then on this host at once. */
let isSiteUnreachable = false;

/**
 * One frame in which a document runs, shut in: it has an origin of its own, reaches nothing, and content comes to it by message alone. It is
 * on another site, so that it also has a process of its own, and on this host where that site says nothing.
 */
export class FrameHost {
  readonly #options: FrameOptions;
  readonly #guard: MessageGuard;
  #frame: HTMLIFrameElement | null = null;
  #focus: FocusKeeper | null = null;
  #waiting: ToFrame[] = [];
  #isReady = false;
  #loads = 0;
  #readyTimer: ReturnType<typeof setTimeout> | undefined;
  #pingTimer: ReturnType<typeof setInterval> | undefined;
  #answeredAt = 0;

  constructor(options: FrameOptions) {
    this.#options = options;
    this.#guard = new MessageGuard(expectedMessages[options.expects]);
    window.addEventListener('message', this.#onMessage);
    this.#open();
  }

  /** Sends a message as soon as the frame is there. */
  send(message: ToFrame) {
    if (!this.#isReady) return void this.#waiting.push(message);
    const ports: MessagePort[] = [];
    if (message.type === 'show') {
      // Content never sees this port, so it cannot say that the person has pressed in the frame.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => this.#focus?.pressed();
      ports.push(port2);
    }
    this.#frame?.contentWindow?.postMessage(message, '*', ports);
  }

  /** Stops the frame if what runs in it does not answer for ten seconds. */
  watch(): void {
    this.#pingTimer ??= setInterval(() => this.#ping(), pingEveryMs);
  }

  close(): void {
    window.removeEventListener('message', this.#onMessage);
    clearInterval(this.#pingTimer);
    this.#removeFrame();
  }

  #open(): void {
    const { previewOrigin, place, title, isHidden = false } = this.#options;
    const isThisHost = previewOrigin === null || isSiteUnreachable;
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    // Its requests carry no cookies, also on this host.
    frame.setAttribute('credentialless', '');
    frame.referrerPolicy = 'no-referrer';
    frame.title = title;
    frame.className = isHidden ? 'preview-frame-hidden' : 'preview-frame';
    if (isHidden) {
      frame.tabIndex = -1;
      frame.ariaHidden = 'true';
    }
    frame.src = `${isThisHost ? window.location.origin : previewOrigin}/preview/frame`;
    this.#loads = 0;
    frame.addEventListener('load', () => {
      this.#loads += 1;
      if (this.#loads > 1 && this.#isReady) this.#lose('left');
    });
    this.#frame = frame;
    place.append(frame);
    if (!isHidden) this.#focus = new FocusKeeper(frame, () => this.#lose('focus'));
    this.#readyTimer = setTimeout(
      () => {
        if (isThisHost) return this.#lose('unreachable');
        isSiteUnreachable = true;
        this.#removeFrame();
        this.#open();
      },
      isThisHost ? readyOnThisHostWithinMs : readyWithinMs,
    );
  }

  readonly #onMessage = (event: MessageEvent) => {
    if (!this.#frame || event.source === null || event.source !== this.#frame.contentWindow) return;
    if (!this.#guard.count(performance.now())) return this.#lose('flood');
    const message = this.#guard.read(event.data);
    if (message === 'flood') return this.#lose('flood');
    if (message?.type === 'ready') return this.#begin();
    if (message?.type === 'pong') this.#answeredAt = performance.now();
    else if (message) this.#options.onMessage(message);
  };

  #begin(): void {
    if (this.#isReady) return;
    this.#isReady = true;
    this.#answeredAt = performance.now();
    clearTimeout(this.#readyTimer);
    for (const message of this.#waiting.splice(0)) this.send(message);
  }

  #ping(): void {
    // In the background, browsers let frames wait.
    if (document.hidden || !this.#isReady) this.#answeredAt = performance.now();
    else if (performance.now() - this.#answeredAt > answersWithinMs) this.#lose('busy');
    else this.send({ type: 'ping' });
  }

  #lose(loss: FrameLoss): void {
    this.close();
    this.#options.onLost(loss);
  }

  #removeFrame(): void {
    clearTimeout(this.#readyTimer);
    this.#focus?.end();
    this.#focus = null;
    this.#frame?.remove();
    this.#frame = null;
    this.#isReady = false;
  }
}

type FrameOptions = {
  /** Where the frame goes. */
  place: HTMLElement;
  /** The site of frames; null: this host. */
  previewOrigin: string | null;
  /** Its accessible name. */
  title: string;
  /** Without a place on the screen, for programs and drawings. */
  isHidden?: boolean;
  expects: keyof typeof expectedMessages;
  onMessage: (message: FromFrame) => void;
  /** The frame is gone, and a new one is needed. */
  onLost: (loss: FrameLoss) => void;
};
