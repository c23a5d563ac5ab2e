import { createServer, type ServerResponse } from 'node:http';

// An OpenAI-compatible model with a small, known cost. POST /shape {"tokens":200,"intervalMs":0} sets its answers.

const shape = { tokens: 200, intervalMs: 0 };
const words = ['the ', 'sea ', 'is ', 'deep ', 'and ', 'blue ', 'far ', 'out '];
const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'bench',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })}\n\n`;
const frames = words.map((content) => Buffer.from(chunk({ content })));
const end = `${chunk({}, 'stop')}data: [DONE]\n\n`;

type Stream = { response: ServerResponse; sent: number; tokens: number };
const streams = new Set<Stream>();

function step(stream: Stream): void {
  stream.response.write(frames[stream.sent % frames.length] as Buffer);
  if (++stream.sent < stream.tokens) return;
  streams.delete(stream);
  stream.response.end(end);
}

let ticker = setInterval(() => {}, 1 << 30);
const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    if (request.method === 'GET') {
      response.end();
      return;
    }
    if (request.url === '/shape') {
      Object.assign(shape, JSON.parse(body));
      clearInterval(ticker);
      ticker = setInterval(() => streams.forEach(step), shape.intervalMs || 1 << 30);
      response.end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const stream: Stream = { response, sent: 0, tokens: shape.tokens };
    streams.add(stream);
    response.on('close', () => streams.delete(stream));
    if (shape.intervalMs > 0) step(stream);
    else while (streams.has(stream)) step(stream);
  });
});
// The same as in proxy.ts.
server.keepAliveTimeout = 120_000;
server.listen(Number(process.argv[2]), '127.0.0.1');
