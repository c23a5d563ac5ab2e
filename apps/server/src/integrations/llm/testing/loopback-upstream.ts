import http, { type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import type { LlmTuning } from '../../../settings/llm-tuning.ts';
import type { ProviderConfig } from '../../../settings/setting-values.ts';
import { type Llm, LlmError, type LlmEvent, type LlmRequest } from '../llm.ts';

type Asked = {
  url: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
  socketPort: number | undefined;
};

export type LoopbackUpstream = {
  port: number;
  baseUrl: string;
  /** The requests, in order. */
  asked: Asked[];
  /** Resolves when a caller disconnects before its answer is complete. */
  left: Promise<void>;
  provider(more?: Partial<ProviderConfig>): ProviderConfig;
  close(): Promise<void>;
};

/** A provider on this machine for one test, on `port` or any free one. `reply` gets the number of the request, from 1. */
export async function loopbackUpstream(
  reply: (response: ServerResponse, number: number, asked: Asked) => unknown,
  port = 0,
): Promise<LoopbackUpstream> {
  const asked: Asked[] = [];
  const left = Promise.withResolvers<void>();
  const server = http.createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const text = Buffer.concat(parts).toString();
    const body = text ? JSON.parse(text) : {};
    const { url = '' } = request;
    const entry = { url, headers: request.headers, body, socketPort: request.socket.remotePort };
    asked.push(entry);
    response.on('close', () => {
      if (!response.writableFinished) left.resolve();
    });
    await reply(response, asked.length, entry);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const bound = (server.address() as AddressInfo).port;
  const baseUrl = `http://127.0.0.1:${bound}/v1`;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(close);
  return {
    port: bound,
    baseUrl,
    asked,
    left: left.promise,
    provider: (more = {}) => ({ name: 'Upstream', baseUrl, apiKey: 'sk-secret-key', model: 'test-model', ...more }),
    close,
  };
}

export const data = (payload: unknown): string => `data: ${JSON.stringify(payload)}\n\n`;
export const done = 'data: [DONE]\n\n';
export const delta = (delta: unknown, finishReason: string | null = null): string =>
  data({ object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finishReason }] });
export const text = (content: string): string => delta({ content });
/** A complete ordinary answer. */
export const answerOf = (content: string): string => text(content) + delta({}, 'stop') + done;

export function stream(response: ServerResponse, transcript: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(transcript);
}

export function refuse(response: ServerResponse, status: number, error: object = {}, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ error }));
}

export const silentLog = pino({ level: 'silent' });

/** Times for tests, long enough not to end an answer that should succeed. */
export const testTuning: Partial<LlmTuning> = { gatherMs: 0, retryDelayMs: 1, localServers: [], demoPauseMs: [0, 0] };

export const request = (more: Partial<LlmRequest> = {}): LlmRequest => ({
  messages: [{ role: 'user', content: 'Hello' }],
  premium: false,
  store: false,
  signal: new AbortController().signal,
  ...more,
});

export type Collected = {
  events: LlmEvent[];
  text: string;
  reasoning: string;
  toolCalls: Extract<LlmEvent, { type: 'tool-call' }>[];
  answering: string[];
  finish: Extract<LlmEvent, { type: 'finish' }> | undefined;
  error: LlmError | undefined;
};

/** Everything that an answer yields, and the LlmError that ended it, if one did. */
export async function collect(llm: Pick<Llm, 'stream'>, asked: LlmRequest = request()): Promise<Collected> {
  const events: LlmEvent[] = [];
  let error: LlmError | undefined;
  try {
    for await (const event of llm.stream(asked)) events.push(event);
  } catch (thrown) {
    if (!(thrown instanceof LlmError)) throw thrown;
    error = thrown;
  }
  const joined = (type: 'text' | 'reasoning') =>
    events.map((event) => (event.type === type ? event.text : '')).join('');
  return {
    events,
    text: joined('text'),
    reasoning: joined('reasoning'),
    toolCalls: events.filter((event) => event.type === 'tool-call'),
    answering: events.flatMap((event) => (event.type === 'answering' ? `${event.provider} · ${event.model}` : [])),
    finish: events.find((event) => event.type === 'finish'),
    error,
  };
}
