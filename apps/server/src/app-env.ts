import type { Ctx } from './context.ts';

/** What the middleware passes to the handlers. */
export type AppEnv = { Variables: { ctx: Ctx } };
