import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Ctx } from '../../../context.ts';

/** How long a sign-in in progress is valid. */
export const flowLifetimeMs = 10 * 60_000;

const flowSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  returnTo: z.string().nullable(),
  expiresAt: z.number(),
});
type Flow = Omit<z.infer<typeof flowSchema>, 'expiresAt'>;

/**
 * The state of a sign-in in progress, as a signed cookie value that is valid for ten minutes. `path` is where it was begun: the
 * value is not valid for a sign-in with another provider.
 */
export function sealFlow(ctx: Ctx, path: string, flow: Flow): string {
  const text = JSON.stringify({ ...flow, expiresAt: ctx.now().getTime() + flowLifetimeMs });
  const payload = Buffer.from(text).toString('base64url');
  return `${payload}.${sign(ctx, path, payload)}`;
}

/** Reads such a cookie value. Returns null if it is missing, expired, of another provider or not signed by us. */
export function openFlow(ctx: Ctx, path: string, cookie: string | null): Flow | null {
  const [payload = '', signature = ''] = (cookie ?? '').split('.');
  const expected = Buffer.from(sign(ctx, path, payload));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const { expiresAt, ...flow } = flowSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  return expiresAt > ctx.now().getTime() ? flow : null;
}

const sign = ({ config }: Ctx, path: string, payload: string) =>
  createHmac('sha256', config.secret).update(`sign-in\0${path}\0${payload}`).digest('base64url');
