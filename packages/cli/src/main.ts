#!/usr/bin/env node
import { run } from './run.ts';

// Connections that are kept for a next request would hold the process for seconds.
process.exit(await run(process.argv.slice(2)));
