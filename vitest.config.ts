import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: './vitest/global-setup.ts',
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/server/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'vitest/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: { name: 'web', environment: 'node', include: ['apps/web/src/**/*.test.{ts,tsx}'] },
      },
    ],
  },
});
