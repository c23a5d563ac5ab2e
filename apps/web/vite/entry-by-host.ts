import type { Plugin } from 'vite';

/** The page of the build for a host: "auth.…" gets sign-in, "chat.…", localhost and IP addresses the chat, all others the company site. */
export function entryOf(host: string): '/index.html' | '/auth.html' | '/company.html' {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  if (name.startsWith('auth.')) return '/auth.html';
  if (name === 'localhost' || name.startsWith('chat.') || name.startsWith('[') || /^[\d.]+$/.test(name))
    return '/index.html';
  return '/company.html';
}

/** Makes the dev server answer page requests as the product does: by host, for any path. */
export function entryByHost(): Plugin {
  return {
    name: 'noek:entry-by-host',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const path = request.url?.split('?')[0] ?? '/';
        const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html');
        if (isPage && !/^\/(api|dev|healthz|@|src\/|node_modules\/)/.test(path) && !/\.\w+$/.test(path))
          request.url = entryOf(request.headers.host ?? '');
        next();
      });
    },
  };
}
