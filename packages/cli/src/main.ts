#!/usr/bin/env node
import nodeModule from 'node:module';

// The compiled command is kept for the next start. Node.js before 22.8 cannot do that.
nodeModule.enableCompileCache?.();
const { run } = await import('./run.ts');
// Connections that are kept for a next request would hold the process for seconds.
process.exit(await run(process.argv.slice(2)));
