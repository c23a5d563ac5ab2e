import { authOperations } from '@noek/contract/auth/operations';
import { switchOperations } from '@noek/contract/auth/switch-operations';
import { changeAccount } from '../features/auth/account/change-account.ts';
import { deleteAccount } from '../features/auth/account/delete-account.ts';
import { ownChatViews } from '../features/auth/account/own-chat-views.ts';
import { ownSecurityEvents } from '../features/auth/account/own-security-events.ts';
import { backchannelLogout, companyNotFound } from '../features/auth/company/backchannel-logout.ts';
import { beginCompanySignIn, finishCompanySignIn } from '../features/auth/company/company-sign-in.ts';
import { crossDomainLogin } from '../features/auth/cross-domain/cross-domain-login.ts';
import { generateCrossDomainToken } from '../features/auth/cross-domain/generate-cross-domain-token.ts';
import { syncCrossDomain } from '../features/auth/cross-domain/sync-cross-domain.ts';
import { changeEmail } from '../features/auth/email/change-email.ts';
import { undoEmailChange } from '../features/auth/email/undo-email-change.ts';
import { beginFactorReset, stopFactorReset } from '../features/auth/factor-reset/factor-reset.ts';
import { lostSecondFactor } from '../features/auth/factor-reset/lost-second-factor.ts';
import { notMe } from '../features/auth/factor-reset/not-me.ts';
import { beginGoogleSignIn, finishGoogleSignIn } from '../features/auth/google/google-sign-in.ts';
import { addPasskey, passkeyRegistration } from '../features/auth/passkeys/add-passkey.ts';
import { ownPasskeys, removePasskey, renamePasskey } from '../features/auth/passkeys/own-passkeys.ts';
import { passkeyLogin, passkeyOptions } from '../features/auth/passkeys/passkey-sign-in.ts';
import { changePassword } from '../features/auth/password/change-password.ts';
import { forgotPassword } from '../features/auth/password/forgot-password.ts';
import { resetPassword } from '../features/auth/password/reset-password.ts';
import { prove } from '../features/auth/proof/prove.ts';
import {
  confirmAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
  startAuthenticator,
} from '../features/auth/second-factor/authenticator.ts';
import { readCookie } from '../features/auth/session/cookies.ts';
import { currentUser } from '../features/auth/session/current-user.ts';
import { logout } from '../features/auth/session/logout.ts';
import {
  endOtherSessions,
  endOwnSession,
  ownSessions,
  sessionNotFound,
} from '../features/auth/session/own-sessions.ts';
import { requireUser } from '../features/auth/session/require-user.ts';
import { finishSignIn } from '../features/auth/sign-in/finish-sign-in.ts';
import { login } from '../features/auth/sign-in/login.ts';
import { signInMethods } from '../features/auth/sign-in/sign-in-methods.ts';
import { testLogin } from '../features/auth/sign-in/test-login.ts';
import { resendVerification } from '../features/auth/sign-up/resend-verification.ts';
import { signUp } from '../features/auth/sign-up/sign-up.ts';
import { verifyEmail } from '../features/auth/sign-up/verify-email.ts';
import { isMailDelayed } from '../features/outbox/mail-delayed.ts';
import { implement } from '../transports/implement.ts';

/** All calls of switches are the same verb. */
const switchVerbs = Object.fromEntries(Object.keys(switchOperations).map((call) => [call, changeAccount])) as Record<
  keyof typeof switchOperations,
  typeof changeAccount
>;

/** The procedures and documented paths of accounts and their sessions. */
export const authApi = implement(
  authOperations,
  {
    user: { typed: currentUser, rest: (ctx) => requireUser(ctx).user },
    signUp,
    login,
    logout,
    verifyEmail,
    mailState: async (ctx) => ({ delayed: await isMailDelayed(ctx) }),
    resendVerification,
    forgotPassword,
    resetPassword,
    changePassword,
    changeEmail,
    undoEmailChange,
    changeAccount,
    ...switchVerbs,
    deleteAccount,
    google: (ctx, { query }) => beginGoogleSignIn(ctx, { returnTo: query.return_to }),
    googleCallback: (ctx, _, c) =>
      finishGoogleSignIn(ctx, {
        query: new URL(c.req.url).search,
        cookie: readCookie(c.req.header('Cookie'), ctx.request.origin, 'google'),
      }),
    company: (ctx, { params, query }) => beginCompanySignIn(ctx, { id: params.id, returnTo: query.return_to }),
    companyCallback: (ctx, { params }, c) =>
      finishCompanySignIn(ctx, {
        id: params.id,
        query: new URL(c.req.url).search,
        cookie: readCookie(c.req.header('Cookie'), ctx.request.origin, 'company'),
      }),
    backchannelLogout: (ctx, { params, body }) =>
      backchannelLogout(ctx, { id: params.id, form: new TextDecoder().decode(body) }),
    generateCrossDomainToken,
    crossDomainLogin,
    crossDomainLogout: logout,
    sync: {
      typed: (ctx) => syncCrossDomain(ctx, { ifNobody: '401' }),
      rest: (ctx, { query }) => syncCrossDomain(ctx, query),
    },
    testLogin,
    secondFactor: finishSignIn,
    prove,
    totpStart: startAuthenticator,
    totpConfirm: confirmAuthenticator,
    totpRemove: removeAuthenticator,
    newRecoveryCodes: renewRecoveryCodes,
    passkeys: ownPasskeys,
    passkeyRegistration,
    addPasskey,
    renamePasskey,
    removePasskey,
    passkeyOptions,
    passkeyLogin,
    lostSecondFactor,
    beginFactorReset,
    stopFactorReset,
    notMe,
    securityEvents: ownSecurityEvents,
    sessions: ownSessions,
    endSession: endOwnSession,
    endOtherSessions,
    signInMethods,
    chatViews: ownChatViews,
  },
  { endSession: sessionNotFound, backchannelLogout: companyNotFound },
);
