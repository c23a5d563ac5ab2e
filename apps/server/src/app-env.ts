import type { Ctx } from './context.ts';

/** What Hono carries from the middleware to the handlers. */
export type AppEnv = { Variables: { ctx: Ctx } };
