import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const configFile = fileURLToPath(new URL('../vite.company.config.ts', import.meta.url));

/** Builds the company site into the same folder when the build of the other hosts is complete. */
export function companySite(): Plugin {
  return {
    name: 'noek:company-site',
    apply: 'build',
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler(error?: Error) {
        if (!error) await build({ configFile });
      },
    },
  };
}
