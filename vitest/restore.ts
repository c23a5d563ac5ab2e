import { afterAll, vi } from 'vitest';

// Vitest restores what a test replaced only before the next test. After the last test of a file, that would be in the next file,
// after its beforeAll: it would take away what msw has put in the place of fetch.
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
