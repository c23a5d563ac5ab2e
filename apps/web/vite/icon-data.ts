import type { Plugin } from 'vite';

/**
 * Leaves out of lucide's icons what `createIcon` does not use: a random key per shape, which no compression makes smaller, and a leftover
 * statement.
 */
export function iconData(): Plugin {
  return {
    name: 'noek:icon-data',
    transform: {
      filter: { id: /\/lucide-react\/dist\/esm\/icons\/[^/]+\.m?js$/ },
      handler: withoutKeys,
    },
  };
}

export const withoutKeys = (code: string): string =>
  code.replaceAll(/,\s*key: "\w+"/g, '').replaceAll(/^__iconData\.node;$/gm, '');
