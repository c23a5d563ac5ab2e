import { fileURLToPath } from 'node:url';
import type { Alias } from 'vite';

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/**
 * The build uses these files instead of packages that violate the content security policy of our pages. Each file has the exports of its
 * package.
 */
export const packagesWithinPolicy: Alias[] = [
  { find: 'react-style-singleton', replacement: file('react-style-singleton.ts') },
  { find: /^zod$/, replacement: file('zod.ts') },
];
