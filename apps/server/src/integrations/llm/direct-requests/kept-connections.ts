import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { ProviderFailure } from '../provider-failure.ts';

/** An address, prepared once for all requests to it. */
type Target = RequestOptions & { agent: http.Agent };

type Post = { headers: Record<string, string>; body: string; signal: AbortSignal };

export type KeptConnections = {
  targetOf(url: string): Target;
  /** Sends a text. Resolves with the response of any status, redirects included. */
  post(target: Target, request: Post): Promise<IncomingMessage>;
};

/**
 * Requests over node:http. Connections are kept and reused, and connecting has its own time-out, in milliseconds. Redirects are not
 * followed, so that a key is never sent to another host.
 */
export function createKeptConnections({ connectMs }: { connectMs: number }): KeptConnections {
  const settings = { keepAlive: true, maxFreeSockets: 256, scheduling: 'lifo' } as const;
  const agents = { http: new http.Agent(settings), https: new https.Agent(settings) };

  return {
    targetOf(url) {
      const options = { ...urlToHttpOptions(new URL(url)), method: 'POST' };
      return { ...options, agent: isSecure(options) ? agents.https : agents.http };
    },
    async post(target, request) {
      try {
        return await send(target, request, connectMs);
      } catch (error) {
        // The provider closed an idle connection just as it was reused, which is not a failure of the provider.
        if (error instanceof StaleConnection && !request.signal.aborted)
          return await send({ ...target, agent: false }, request, connectMs);
        throw error;
      }
    },
  };
}

class StaleConnection extends Error {}

const isSecure = ({ protocol }: RequestOptions) => protocol === 'https:';

function send(options: RequestOptions, { headers, body, signal }: Post, connectMs: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const outgoing = (isSecure(options) ? https : http).request({ ...options, headers });
    let answered = false;
    const abort = () => outgoing.destroy(signal.reason instanceof Error ? signal.reason : new Error('Aborted.'));
    signal.addEventListener('abort', abort, { once: true });
    outgoing.once('response', (incoming) => {
      answered = true;
      resolve(incoming);
    });
    outgoing.once('close', () => signal.removeEventListener('abort', abort));
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const stale = outgoing.reusedSocket && !answered && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      reject(stale ? new StaleConnection() : error);
    });
    limitConnecting(outgoing, isSecure(options) ? 'secureConnect' : 'connect', connectMs);
    outgoing.end(body);
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
