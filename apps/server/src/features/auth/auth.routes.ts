import {
  changeEmailInputSchema,
  changePasswordInputSchema,
  crossDomainLoginInputSchema,
  crossDomainTokenInputSchema,
  emailInputSchema,
  loginInputSchema,
  resetPasswordInputSchema,
  signUpInputSchema,
  undoEmailChangeInputSchema,
} from '@noek/contract/auth';
import { Hono } from 'hono';
import type { AppEnv } from '../../app-env.ts';
import { readJson } from '../../rest-input.ts';
import { changeEmail } from './change-email.ts';
import { changePassword } from './change-password.ts';
import { readCookie } from './cookies.ts';
import { crossDomainLogin } from './cross-domain-login.ts';
import { deleteAccount } from './delete-account.ts';
import { forgotPassword } from './forgot-password.ts';
import { generateCrossDomainToken } from './generate-cross-domain-token.ts';
import { beginGoogleSignIn, finishGoogleSignIn } from './google-sign-in.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { endOtherSessions, endOwnSession, ownSessions } from './own-sessions.ts';
import { requireUser } from './require-user.ts';
import { resendVerification } from './resend-verification.ts';
import { resetPassword } from './reset-password.ts';
import { signUp } from './sign-up.ts';
import { syncCrossDomain } from './sync-cross-domain.ts';
import { testLogin } from './test-login.ts';
import { undoEmailChange } from './undo-email-change.ts';
import { verifyEmail } from './verify-email.ts';

/** The documented sign-in and account paths under /api. */
export const authRoutes = new Hono<AppEnv>()
  .post('/auth/signup', async (c) => c.json(await signUp(c.var.ctx, await readJson(c, signUpInputSchema)), 201))
  .post('/auth/login', async (c) => c.json(await login(c.var.ctx, await readJson(c, loginInputSchema))))
  .get('/auth/google', async (c) =>
    c.redirect(await beginGoogleSignIn(c.var.ctx, { returnTo: c.req.query('return_to') })),
  )
  .get('/auth/google/callback', async (c) => {
    const cookie = readCookie(c.req.header('Cookie'), c.var.ctx.request.origin, 'google');
    return c.redirect(await finishGoogleSignIn(c.var.ctx, { query: new URL(c.req.url).search, cookie }));
  })
  .post('/auth/logout', async (c) => c.json(await logout(c.var.ctx)))
  .get('/auth/user', (c) => c.json(requireUser(c.var.ctx).user))
  .get('/verify-email', async (c) => c.json(await verifyEmail(c.var.ctx, { token: c.req.query('token') ?? '' })))
  .post('/auth/resend-verification', async (c) =>
    c.json(await resendVerification(c.var.ctx, await readJson(c, emailInputSchema))),
  )
  .post('/auth/forgot-password', async (c) =>
    c.json(await forgotPassword(c.var.ctx, await readJson(c, emailInputSchema))),
  )
  .post('/auth/reset-password', async (c) =>
    c.json(await resetPassword(c.var.ctx, await readJson(c, resetPasswordInputSchema))),
  )
  .post('/auth/change-password', async (c) => {
    requireUser(c.var.ctx);
    return c.json(await changePassword(c.var.ctx, await readJson(c, changePasswordInputSchema)));
  })
  .post('/auth/change-email', async (c) => {
    requireUser(c.var.ctx);
    return c.json(await changeEmail(c.var.ctx, await readJson(c, changeEmailInputSchema)));
  })
  .post('/auth/undo-email-change', async (c) =>
    c.json(await undoEmailChange(c.var.ctx, await readJson(c, undoEmailChangeInputSchema))),
  )
  .delete('/auth/delete-account', async (c) => c.json(await deleteAccount(c.var.ctx)))
  .post('/auth/generate-cross-domain-token', async (c) =>
    c.json(await generateCrossDomainToken(c.var.ctx, await readJson(c, crossDomainTokenInputSchema))),
  )
  .post('/auth/cross-domain-login', async (c) =>
    c.json(await crossDomainLogin(c.var.ctx, await readJson(c, crossDomainLoginInputSchema))),
  )
  .post('/auth/cross-domain-logout', async (c) => c.json(await logout(c.var.ctx)))
  .post('/auth/sync-cross-domain', async (c) => c.json(await syncCrossDomain(c.var.ctx)))
  .post('/auth/test-login', async (c) => c.json(await testLogin(c.var.ctx)))
  .get('/account/sessions', async (c) => c.json(await ownSessions(c.var.ctx)))
  .delete('/account/sessions', async (c) => c.json(await endOtherSessions(c.var.ctx)))
  .delete('/account/sessions/:id', async (c) => c.json(await endOwnSession(c.var.ctx, { id: c.req.param('id') })));
