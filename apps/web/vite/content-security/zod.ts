import { config } from 'zod/v4';

// `script-src 'self'` refuses `new Function`, with which zod builds faster parsers. Even zod's test whether it may use it is a violation
// that browsers report. This runs before the first schema is made.
config({ jitless: true });

// biome-ignore lint/performance/noBarrelFile: it is in the place of the whole package
export * from 'zod/v4';
