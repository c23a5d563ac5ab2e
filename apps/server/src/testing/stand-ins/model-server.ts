import http, { type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

type Part = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } };
/** A message with pictures is sent in parts. */
type SentMessage = { role: string; content: string | readonly Part[] | null };

/** One call of the model, whose answer the test controls. */
export type ModelCall = {
  /** The person's newest message. */
  question: string;
  messages: readonly SentMessage[];
  /** The data URIs of the pictures that it was given. */
  pictures: readonly string[];
  /** The names of the tools that it was offered. */
  tools: readonly string[];
  /** Writes the next piece of the answer. Does nothing after the caller has disconnected. */
  write(text: string): void;
  /** Sends the next piece of what the model thinks. */
  think(text: string): void;
  /** Ends the answer: `stop` when it is complete, `length` at the model's limit. */
  finish(reason?: 'stop' | 'length' | 'tool_calls'): void;
  /** Sends a piece of a call's arguments; the first one needs the name of the tool. Ends nothing. */
  callPart(piece: string, name?: string): void;
  /** Ends the answer with a call of a tool. */
  callTool(name: string, args: object): void;
  /** Refuses the call with this status, before any text. */
  refuse(status: number, message: string): void;
  /** Closes the connection abruptly. */
  drop(): void;
  /** Whether the caller has disconnected. */
  readonly gone: boolean;
};

export type ModelServer = {
  /** Settings that make the server under test use this model. */
  readonly env: { AI_PROVIDERS: string };
  /** Every call so far, in order. */
  readonly calls: ModelCall[];
  /** Sets how later calls are answered. */
  answer: (call: ModelCall) => unknown;
  close(): Promise<void>;
};

/** A model server on this machine with OpenAI's protocol. The test decides what it answers and when. */
export async function startModelServer(
  answer: ModelServer['answer'] = typing('A short answer.', 0),
): Promise<ModelServer> {
  const calls: ModelCall[] = [];
  const server = http.createServer(async (request, response) => {
    response.on('error', () => {});
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (request.method !== 'POST' || !request.url?.endsWith('/chat/completions')) {
      response.writeHead(404).end();
      return;
    }
    const call = callOf(JSON.parse(Buffer.concat(parts).toString()), response);
    calls.push(call);
    await model.answer(call);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const provider = { name: 'Mock', baseUrl, apiKey: 'not-a-key', model: 'mock-1' };
  const model: ModelServer = {
    env: { AI_PROVIDERS: JSON.stringify([provider]) },
    calls,
    answer,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return model;
}

/** Answers with a text, one word every `everyMs` milliseconds. */
export function typing(text: string | ((question: string) => string), everyMs: number): ModelServer['answer'] {
  return async (call) => {
    const whole = typeof text === 'string' ? text : text(call.question);
    for (const word of whole.match(/\s*\S+|\s+$/g) ?? []) {
      call.write(word);
      if (everyMs > 0) await sleep(everyMs);
      if (call.gone) return;
    }
    call.finish();
  };
}

type Asked = { messages?: SentMessage[]; tools?: { function: { name: string } }[] };

function textOf({ content }: Pick<SentMessage, 'content'> = { content: null }): string {
  if (content === null || typeof content === 'string') return content ?? '';
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

function callOf({ messages = [], tools = [] }: Asked, response: ServerResponse): ModelCall {
  const chunk = (delta: object, finish: string | null = null) => {
    if (response.destroyed) return;
    if (!response.headersSent) response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const choice = { index: 0, delta, finish_reason: finish };
    response.write(`data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [choice] })}\n\n`);
  };
  const finish: ModelCall['finish'] = (reason = 'stop') => {
    chunk({}, reason);
    if (!response.destroyed) response.end('data: [DONE]\n\n');
  };
  return {
    question: textOf(messages.findLast(({ role }) => role === 'user')),
    messages,
    pictures: messages.flatMap(({ content }) =>
      Array.isArray(content)
        ? content.flatMap((part: Part) => (part.type === 'image_url' ? part.image_url.url : []))
        : [],
    ),
    tools: tools.map((tool) => tool.function.name),
    write: (text) => chunk({ content: text }),
    think: (text) => chunk({ reasoning_content: text }),
    finish,
    callPart(piece, name) {
      const call = { index: 0, ...(name && { id: 'call_1' }), function: { ...(name && { name }), arguments: piece } };
      chunk({ tool_calls: [call] });
    },
    callTool(name, args) {
      const call = { index: 0, id: 'call_1', function: { name, arguments: JSON.stringify(args) } };
      chunk({ tool_calls: [call] });
      finish('tool_calls');
    },
    refuse(status, message) {
      const body = JSON.stringify({ error: { message } });
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
    },
    drop: () => void response.destroy(),
    get gone() {
      return response.destroyed;
    },
  };
}
