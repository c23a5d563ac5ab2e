import { authOperations } from '@noek/contract/auth-operations';
import { implement } from '../../implement.ts';
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
import { endOtherSessions, endOwnSession, ownSessions, sessionNotFound } from './own-sessions.ts';
import { requireUser } from './require-user.ts';
import { resendVerification } from './resend-verification.ts';
import { resetPassword } from './reset-password.ts';
import { signUp } from './sign-up.ts';
import { syncCrossDomain } from './sync-cross-domain.ts';
import { testLogin } from './test-login.ts';
import { undoEmailChange } from './undo-email-change.ts';
import { verifyEmail } from './verify-email.ts';

/** The documented sign-in and account paths under /api. */
export const authRoutes = implement(
  authOperations,
  {
    signUp: (ctx, { body }) => signUp(ctx, body),
    verifyEmail: (ctx, { query }) => verifyEmail(ctx, query),
    resendVerification: (ctx, { body }) => resendVerification(ctx, body),
    login: (ctx, { body }) => login(ctx, body),
    logout: (ctx) => logout(ctx),
    user: (ctx) => requireUser(ctx).user,
    forgotPassword: (ctx, { body }) => forgotPassword(ctx, body),
    resetPassword: (ctx, { body }) => resetPassword(ctx, body),
    changePassword: (ctx, { body }) => changePassword(ctx, body),
    changeEmail: (ctx, { body }) => changeEmail(ctx, body),
    undoEmailChange: (ctx, { body }) => undoEmailChange(ctx, body),
    deleteAccount: (ctx) => deleteAccount(ctx),
    google: (ctx, { query }) => beginGoogleSignIn(ctx, { returnTo: query.return_to }),
    googleCallback: (ctx, _, c) =>
      finishGoogleSignIn(ctx, {
        query: new URL(c.req.url).search,
        cookie: readCookie(c.req.header('Cookie'), ctx.request.origin, 'google'),
      }),
    generateCrossDomainToken: (ctx, { body }) => generateCrossDomainToken(ctx, body),
    crossDomainLogin: (ctx, { body }) => crossDomainLogin(ctx, body),
    crossDomainLogout: (ctx) => logout(ctx),
    syncCrossDomain: (ctx) => syncCrossDomain(ctx),
    testLogin: (ctx) => testLogin(ctx),
    sessions: (ctx) => ownSessions(ctx),
    endOtherSessions: (ctx) => endOtherSessions(ctx),
    endSession: (ctx, { params }) => endOwnSession(ctx, params),
  },
  sessionNotFound,
);
