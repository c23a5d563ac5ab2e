import { config } from 'zod/v4';

// `script-src 'self'` refuses `new Function`, with which zod builds faster parsers. Even asking whether it may is a violation,
// which browsers report. The build puts this module in the place of zod, so that it runs before the first schema.
config({ jitless: true });

// biome-ignore lint/performance/noBarrelFile: it stands for the whole package
export * from 'zod/v4';
