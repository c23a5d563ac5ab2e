import { minify } from 'terser';
import type { Plugin } from 'vite';

/**
 * Lets Terser simplify the chunks with these names before Vite's own minifier shortens their names. It joins and inlines more, which saves a
 * hundredth of the first page, and takes too long for all chunks.
 */
export function foldCode(names: readonly string[]): Plugin {
  return {
    name: 'noek:fold-code',
    apply: 'build',
    async renderChunk(code, { name }) {
      if (!names.includes(name)) return null;
      const folded = await minify(code, { module: true, ecma: 2020, compress: { passes: 3 }, mangle: false });
      return folded.code ? { code: folded.code, map: null } : null;
    },
  };
}

/**
 * Leaves the WebSocket client of @trpc/client out of the page, which has no use for it. A call after its class would keep all of it: the
 * bundler cannot know that it does nothing else. Throws if the package no longer has that call.
 */
export function leaveOutSockets(): Plugin {
  const call = /^_defineProperty\(WsConnection,/m;
  return {
    name: 'noek:leave-out-sockets',
    apply: 'build',
    transform: {
      filter: { id: /@trpc\/client\/dist\/wsLink-[^/]+\.mjs$/ },
      handler(code) {
        if (!call.test(code)) throw new Error('@trpc/client no longer has the call that kept its WebSocket client.');
        return { code: code.replace(call, '/* @__PURE__ */ $&'), map: null };
      },
    },
  };
}
