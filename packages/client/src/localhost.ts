type Address = { address: string; family: number };
type Callback = (error: Error | null, address: string | Address[], family?: number) => void;
type Lookup = (name: string, options: unknown, callback?: Callback) => void;

const loopback: readonly Address[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];
let isDone = false;

/**
 * Lets this process find the names below "localhost" at the addresses of this machine, as RFC 6761 asks for and browsers do. Many
 * systems do not resolve them, and `fetch` takes no other lookup. Other names are looked up as before. Without Node.js, nothing changes.
 */
export function resolveLocalhost(): void {
  const dns = globalThis.process?.getBuiltinModule?.('node:dns');
  if (isDone || !dns) return;
  isDone = true;
  const lookup = dns.lookup as unknown as Lookup;
  const patched: Lookup = (name, options, callback) => {
    const answer = typeof options === 'function' ? (options as Callback) : callback;
    if (!answer || !isBelowLocalhost(name)) return lookup(name, options, callback);
    const { all = false, family } = wantedOf(options);
    const found = loopback.filter((address) => !family || address.family === family);
    process.nextTick(() => (all ? answer(null, found) : answer(null, found[0]?.address ?? '', found[0]?.family)));
  };
  // Keeps what Node.js itself adds to the function, such as its form with promises.
  dns.lookup = Object.assign(patched, dns.lookup) as never;
}

/** Whether this is a name such as "chat.noek.localhost". */
export const isBelowLocalhost = (name: unknown): boolean =>
  typeof name === 'string' && /.\.localhost\.?$/i.test(name) && !name.includes('..');

function wantedOf(options: unknown): { all?: boolean; family: number } {
  if (typeof options === 'number') return { family: options };
  const { all = false, family } = (options ?? {}) as { all?: boolean; family?: number | string };
  return { all, family: family === 'IPv4' ? 4 : family === 'IPv6' ? 6 : Number(family ?? 0) };
}
