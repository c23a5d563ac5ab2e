import type { Ctx } from '../context.ts';
import type { AppError } from '../errors.ts';
import type { Site } from '../hosts/site.ts';

/**
 * What the middleware passes to the handlers: first the site and origin of the requested host. Typed procedures get `refusal` instead of
 * `ctx` if the caller's token is refused.
 */
export type AppEnv = { Variables: { site: Site; origin: string; ctx: Ctx; refusal?: AppError } };
