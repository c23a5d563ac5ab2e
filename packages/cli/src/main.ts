#!/usr/bin/env node
import nodeModule from 'node:module';

// Compiling the command again at each start would take a tenth of a second. Node.js before 22.8 has no such cache.
nodeModule.enableCompileCache?.();
const { run } = await import('./run.ts');
// Connections that are kept for a next request would hold the process for seconds.
process.exit(await run(process.argv.slice(2)));
