import { Agent, createServer, request } from 'node:http';

// The minimum work for an answer: forward the request and pipe the bytes back.

const [port, upstreamPort] = process.argv.slice(2).map(Number);
const agent = new Agent({ keepAlive: true });
const server = createServer((incoming, outgoing) => {
  const { method, url: path, headers } = incoming;
  const forward = request({ host: '127.0.0.1', port: upstreamPort, method, path, headers, agent }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  forward.on('error', () => outgoing.destroy());
  incoming.pipe(forward);
});
// Longer than a round of the other targets, because a connection that closes while it is reused would end the run.
server.keepAliveTimeout = 120_000;
server.listen(port, '127.0.0.1');
