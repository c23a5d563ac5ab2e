/** The entry of the bundle. Node.js's compile cache takes effect only for modules that are imported once it is on. */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { withSourcePositions } from './source-positions.ts';

enableCompileCache(fileURLToPath(new URL('../dist/cache', import.meta.url)));
process.on('uncaughtExceptionMonitor', (error) => {
  if (error instanceof Error && error.stack) error.stack = withSourcePositions(error.stack);
});
await import('./main.ts');
// Normally written at the exit, which a killed server does not reach.
flushCompileCache();
