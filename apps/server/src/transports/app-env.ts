import type { Ctx } from '../context.ts';
import type { AppError } from '../errors.ts';

/** What the middleware passes to the handlers. Typed procedures get `refusal` instead of `ctx` if the caller's token is refused. */
export type AppEnv = { Variables: { ctx: Ctx; refusal?: AppError } };
