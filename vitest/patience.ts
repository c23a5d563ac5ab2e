import { vi } from 'vitest';

/** A busy machine is slow, not wrong: `vi.waitFor` and `vi.waitUntil` would give up after a second. */
const timeout = 10_000;

// Files that share a process share `vi`, so the patience may be set already.
const patient = vi as typeof vi & { isPatient?: true };
if (!patient.isPatient) {
  const { waitFor, waitUntil } = vi;
  const withTimeout = (options?: number | object) => (typeof options === 'number' ? options : { timeout, ...options });
  vi.waitFor = (callback, options) => waitFor(callback, withTimeout(options));
  vi.waitUntil = (callback, options) => waitUntil(callback, withTimeout(options));
  patient.isPatient = true;
}
