import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { ProviderFailure } from '../provider-failure.ts';
import { type AnswerBody, answerBody } from '../reading/answer-body.ts';

/** Error bodies are read up to this length. Only their first lines matter. */
const longestErrorBody = 64 * 1024;
const mostRemembered = 100;
const bodiless = new Set([204, 205, 304]);

export type KeepAliveFetch = {
  fetch: typeof globalThis.fetch;
  /** The body of a successful response, without the cost of web streams; null when its compression is not supported. */
  bodyOf(response: Response): AnswerBody | null;
};

/**
 * A `fetch` for the openai package over node:http: connections are kept and reused, connecting has its own time-out, and
 * redirects are not followed, so that a key is never sent to another host. Request bodies must be text. It requests no
 * compression, because a compressor delays the text.
 */
export function createKeepAliveFetch({ connectMs }: { connectMs: number }): KeepAliveFetch {
  const settings = { keepAlive: true, maxFreeSockets: 256, scheduling: 'lifo' } as const;
  const agents = { http: new http.Agent(settings), https: new https.Agent(settings) };

  /** By address. There are about as many as providers. */
  const targets = new Map<string, http.RequestOptions>();
  const headersOf = plainHeaders();

  function targetOf(url: string): http.RequestOptions {
    let target = targets.get(url);
    if (!target) {
      if (targets.size === mostRemembered) targets.clear();
      target = urlToHttpOptions(new URL(url));
      targets.set(url, target);
    }
    return target;
  }

  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const headers = { 'accept-encoding': 'identity', ...headersOf(init.headers) };
    const options = { ...targetOf(String(input)), method: init.method ?? 'GET', headers };
    try {
      return await send(options, init, isSecure(options) ? agents.https : agents.http);
    } catch (error) {
      // The provider closed an idle connection just as it was reused, which is not a failure of the provider.
      if (error instanceof StaleConnection && !init.signal?.aborted) return await send(options, init, false);
      throw error;
    }
  };

  async function send(options: http.RequestOptions, init: RequestInit, agent: http.Agent | false): Promise<Response> {
    const incoming = await request({ ...options, agent }, init, connectMs);
    const status = incoming.statusCode ?? 502;
    if (status >= 200 && status < 300) return new AnswerResponse(status, answerBody(incoming));
    const headers = new Headers();
    for (const name of ['content-type', 'retry-after', 'retry-after-ms']) {
      const value = incoming.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    const text = await readStart(incoming);
    return new Response(bodiless.has(status) ? null : text, { status, headers });
  }

  return {
    fetch,
    bodyOf(response) {
      if (!(response instanceof AnswerResponse)) throw new Error('This response was not made here.');
      return response.answer;
    },
  };
}

class StaleConnection extends Error {}

class AnswerResponse extends Response {
  readonly answer: AnswerBody | null;

  constructor(status: number, answer: AnswerBody | null) {
    super(null, { status });
    this.answer = answer;
  }
}

const isSecure = ({ protocol }: http.RequestOptions) => protocol === 'https:';

/** Headers as a plain object, made once for those that are used again and do not change, as those of our client for a provider. */
function plainHeaders(): (given: RequestInit['headers']) => Record<string, string> {
  const known = new WeakMap<Headers, Record<string, string>>();
  return (given) => {
    if (!(given instanceof Headers)) return Object.fromEntries(new Headers(given));
    const plain = known.get(given) ?? Object.fromEntries(given);
    known.set(given, plain);
    return plain;
  };
}

function request(options: http.RequestOptions, init: RequestInit, connectMs: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { signal } = init;
    signal?.throwIfAborted();
    const outgoing = isSecure(options) ? https.request(options) : http.request(options);
    let answered = false;
    const abort = () => outgoing.destroy(signal?.reason instanceof Error ? signal.reason : new Error('Aborted.'));
    signal?.addEventListener('abort', abort, { once: true });
    outgoing.once('response', (incoming) => {
      answered = true;
      resolve(incoming);
    });
    outgoing.once('close', () => signal?.removeEventListener('abort', abort));
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const stale = outgoing.reusedSocket && !answered && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      reject(stale ? new StaleConnection() : error);
    });
    limitConnecting(outgoing, isSecure(options) ? 'secureConnect' : 'connect', connectMs);
    outgoing.end(typeof init.body === 'string' ? init.body : undefined);
  });
}

function limitConnecting(outgoing: ClientRequest, connected: string, connectMs: number): void {
  outgoing.once('socket', (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => {
      outgoing.destroy(new ProviderFailure('Connecting took too long.', { kind: 'timeout', retryable: true }));
    }, connectMs);
    const clear = () => clearTimeout(timer);
    socket.once(connected, clear);
    outgoing.once('close', clear);
  });
}

async function readStart(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of (answerBody(incoming)?.bytes ?? []) as AsyncIterable<Buffer>) {
      parts.push(part);
      length += part.length;
      if (length >= longestErrorBody) break;
    }
  } catch {
    // The part of an error body that arrived is enough, together with the status.
  }
  return Buffer.concat(parts).toString('utf8');
}
