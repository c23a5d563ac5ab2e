import { authOperations } from '@noek/contract/auth/operations';
import { implement } from '../../transports/implement.ts';
import { linkNextPage } from '../../transports/link-next-page.ts';
import { changeSettings } from './account/change-settings.ts';
import { deleteAccount } from './account/delete-account.ts';
import { ownChatViews } from './account/own-chat-views.ts';
import { signInMethods } from './account/sign-in-methods.ts';
import { crossDomainLogin } from './cross-domain/cross-domain-login.ts';
import { generateCrossDomainToken } from './cross-domain/generate-cross-domain-token.ts';
import { syncCrossDomain } from './cross-domain/sync-cross-domain.ts';
import { changeEmail } from './email/change-email.ts';
import { undoEmailChange } from './email/undo-email-change.ts';
import { beginGoogleSignIn, finishGoogleSignIn } from './google/google-sign-in.ts';
import { changePassword } from './password/change-password.ts';
import { forgotPassword } from './password/forgot-password.ts';
import { resetPassword } from './password/reset-password.ts';
import { readCookie } from './session/cookies.ts';
import { logout } from './session/logout.ts';
import { endOtherSessions, endOwnSession, ownSessions, sessionNotFound } from './session/own-sessions.ts';
import { requireUser } from './session/require-user.ts';
import { login } from './sign-in/login.ts';
import { testLogin } from './sign-in/test-login.ts';
import { resendVerification } from './sign-up/resend-verification.ts';
import { signUp } from './sign-up/sign-up.ts';
import { verifyEmail } from './sign-up/verify-email.ts';

/** The documented sign-in and account paths under /api. */
export const { routes: authRoutes } = implement(
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
    memorySettings: (ctx, { body }) => changeSettings(ctx, body),
    modelTrainingConsent: (ctx, { body }) => changeSettings(ctx, body),
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
    syncCrossDomain: (ctx, { query }) => syncCrossDomain(ctx, query),
    testLogin: (ctx) => testLogin(ctx),
    sessions: (ctx) => ownSessions(ctx),
    endOtherSessions: (ctx) => endOtherSessions(ctx),
    endSession: (ctx, { params }) => endOwnSession(ctx, params),
    signInMethods: (ctx) => signInMethods(ctx),
    async chatViews(ctx, { query }, c) {
      const { views, nextCursor } = await ownChatViews(ctx, query);
      linkNextPage(c, nextCursor);
      return views;
    },
  },
  sessionNotFound,
);
