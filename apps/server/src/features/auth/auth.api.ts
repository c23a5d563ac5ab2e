import { authOperations } from '@noek/contract/auth/operations';
import { switchOperations } from '@noek/contract/auth/switch-operations';
import { implement } from '../../transports/implement.ts';
import { changeAccount } from './account/change-account.ts';
import { deleteAccount } from './account/delete-account.ts';
import { ownChatViews } from './account/own-chat-views.ts';
import { signInMethods } from './account/sign-in-methods.ts';
import { crossDomainLogin } from './cross-domain/cross-domain-login.ts';
import { generateCrossDomainToken } from './cross-domain/generate-cross-domain-token.ts';
import { syncCrossDomain } from './cross-domain/sync-cross-domain.ts';
import { notMe } from './devices/not-me.ts';
import { changeEmail } from './email/change-email.ts';
import { undoEmailChange } from './email/undo-email-change.ts';
import { beginFactorReset, stopFactorReset } from './factor-reset/factor-reset.ts';
import { lostSecondFactor } from './factor-reset/lost-second-factor.ts';
import { beginGoogleSignIn, finishGoogleSignIn } from './google/google-sign-in.ts';
import { addPasskey, passkeyRegistration } from './passkeys/add-passkey.ts';
import { ownPasskeys, removePasskey, renamePasskey } from './passkeys/own-passkeys.ts';
import { passkeyLogin, passkeyOptions } from './passkeys/passkey-sign-in.ts';
import { changePassword } from './password/change-password.ts';
import { forgotPassword } from './password/forgot-password.ts';
import { resetPassword } from './password/reset-password.ts';
import { prove } from './proof/prove.ts';
import {
  confirmAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
  startAuthenticator,
} from './second-factor/authenticator.ts';
import { finishSignIn } from './second-factor/finish-sign-in.ts';
import { ownSecurityEvents } from './security-events/own-security-events.ts';
import { readCookie } from './session/cookies.ts';
import { currentUser } from './session/current-user.ts';
import { logout } from './session/logout.ts';
import { endOtherSessions, endOwnSession, ownSessions, sessionNotFound } from './session/own-sessions.ts';
import { requireUser } from './session/require-user.ts';
import { login } from './sign-in/login.ts';
import { testLogin } from './sign-in/test-login.ts';
import { resendVerification } from './sign-up/resend-verification.ts';
import { signUp } from './sign-up/sign-up.ts';
import { verifyEmail } from './sign-up/verify-email.ts';

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
  sessionNotFound,
);
