import {
  crossDomainLoginInputSchema,
  crossDomainTokenInputSchema,
  emailInputSchema,
  loginInputSchema,
  signUpInputSchema,
} from '@noek/contract/auth';
import { Hono } from 'hono';
import type { AppEnv } from '../../app-env.ts';
import { readJson } from '../../rest-input.ts';
import { crossDomainLogin } from './cross-domain-login.ts';
import { generateCrossDomainToken } from './generate-cross-domain-token.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { requireUser } from './require-user.ts';
import { resendVerification } from './resend-verification.ts';
import { signUp } from './sign-up.ts';
import { testLogin } from './test-login.ts';
import { verifyEmail } from './verify-email.ts';

/** The documented sign-in paths under /api. */
export const authRoutes = new Hono<AppEnv>()
  .post('/auth/signup', async (c) => c.json(await signUp(c.var.ctx, await readJson(c, signUpInputSchema)), 201))
  .post('/auth/login', async (c) => c.json(await login(c.var.ctx, await readJson(c, loginInputSchema))))
  .post('/auth/logout', async (c) => c.json(await logout(c.var.ctx)))
  .get('/auth/user', (c) => c.json(requireUser(c.var.ctx).user))
  .get('/verify-email', async (c) => c.json(await verifyEmail(c.var.ctx, { token: c.req.query('token') ?? '' })))
  .post('/auth/resend-verification', async (c) =>
    c.json(await resendVerification(c.var.ctx, await readJson(c, emailInputSchema))),
  )
  .post('/auth/generate-cross-domain-token', async (c) =>
    c.json(await generateCrossDomainToken(c.var.ctx, await readJson(c, crossDomainTokenInputSchema))),
  )
  .post('/auth/cross-domain-login', async (c) =>
    c.json(await crossDomainLogin(c.var.ctx, await readJson(c, crossDomainLoginInputSchema))),
  )
  .post('/auth/test-login', async (c) => c.json(await testLogin(c.var.ctx)));
