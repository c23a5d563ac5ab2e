import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

// Below the ports that systems give to outgoing connections and to servers that ask for any port, so that neither takes one of these between
// this look and its use, or while a server restarts. Linux: 32768 and up; macOS, Windows and RFC 6335: 49152 and up.
const [first, end] = [20_000, 32_000];
const maxTries = 50;

/** A port of 127.0.0.1 that nothing uses now. */
export async function freePort(): Promise<number> {
  for (let tries = 1; ; tries++) {
    const port = randomInt(first, end);
    try {
      const probe = createServer().listen(port, '127.0.0.1');
      await once(probe, 'listening');
      probe.close();
      await once(probe, 'close');
      return port;
    } catch (error) {
      if (tries === maxTries) throw error;
    }
  }
}
