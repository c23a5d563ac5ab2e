import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A connection to the database that can be cut, as a broken network would. */
export type DatabaseLink = {
  /** Leads to the same database. */
  url: string;
  cut(): Promise<void>;
  mend(): Promise<void>;
};

/** Passes on everything between a free port of this machine and the database at `url`. */
export async function openDatabaseLink(url: string): Promise<DatabaseLink> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket);
          other.destroy();
        })
        .pipe(other);
    }
  });
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const linkPort = (server.address() as AddressInfo).port;
  const link = new URL(url);
  link.hostname = '127.0.0.1';
  link.port = String(linkPort);
  return {
    url: link.href,
    async cut() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend: () => listen(linkPort),
  };
}
