import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Ctx } from '../../../context.ts';

const lifetimeMs = 10 * 60_000;

const flowSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  returnTo: z.string().nullable(),
  expiresAt: z.number(),
});
type Flow = Omit<z.infer<typeof flowSchema>, 'expiresAt'>;

/** The state of a sign-in in progress, as a signed cookie value that is valid for ten minutes. */
export function sealFlow(ctx: Ctx, flow: Flow): string {
  const text = JSON.stringify({ ...flow, expiresAt: ctx.now().getTime() + lifetimeMs });
  const payload = Buffer.from(text).toString('base64url');
  return `${payload}.${sign(ctx, payload)}`;
}

/** Reads such a cookie value. Returns null if it is missing, expired or not signed by us. */
export function openFlow(ctx: Ctx, cookie: string | null): Flow | null {
  const [payload = '', signature = ''] = (cookie ?? '').split('.');
  const expected = Buffer.from(sign(ctx, payload));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const { expiresAt, ...flow } = flowSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  return expiresAt > ctx.now().getTime() ? flow : null;
}

const sign = ({ config }: Ctx, payload: string) =>
  createHmac('sha256', config.secret).update(`google-flow\0${payload}`).digest('base64url');
