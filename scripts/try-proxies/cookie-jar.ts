/** The cookies of a browser: those of one host, and those of a domain, which all hosts below it get. `forgotten` are not kept. */
export function cookieJar(forgotten?: RegExp) {
  const kept = new Map<string, { host: string; isOfDomain: boolean; name: string; value: string }>();
  return {
    /** The Cookie header for a host; empty without a cookie. */
    header: (host: string): string =>
      [...kept.values()]
        .filter((cookie) => cookie.host === host || (cookie.isOfDomain && host.endsWith(`.${cookie.host}`)))
        .map(({ name, value }) => `${name}=${value}`)
        .join('; '),
    /** Takes the Set-Cookie headers of a host. */
    keep(host: string, lines: readonly string[]): void {
      for (const line of lines) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        const domain = /; *domain=\.?([^;]+)/i.exec(line)?.[1]?.toLowerCase();
        if (forgotten?.test(name)) continue;
        if (domain !== undefined && host !== domain && !host.endsWith(`.${domain}`)) continue;
        const owner = domain ?? host;
        const isGone = value === '' || /; *max-age=0(;|$)/i.test(line);
        const key = `${owner} ${name}`;
        if (isGone) kept.delete(key);
        else kept.set(key, { host: owner, isOfDomain: domain !== undefined, name, value });
      }
    },
  };
}
