import { afterAll, vi } from 'vitest';

// Vitest restores what a test replaced only before the next test. After the last test of a file, that would happen in the next file, after
// its beforeAll, and would remove msw's replacement of fetch.
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
