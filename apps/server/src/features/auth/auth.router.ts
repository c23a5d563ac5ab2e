import { chatViewPageSchema, listChatViewsInputSchema, signInMethodsSchema } from '@noek/contract/auth/account';
import {
  changeEmailInputSchema,
  changeEmailResultSchema,
  changePasswordInputSchema,
  crossDomainLoginInputSchema,
  crossDomainLoginResultSchema,
  crossDomainTokenInputSchema,
  crossDomainTokenSchema,
  endSessionInputSchema,
  loginInputSchema,
  loginSessionSchema,
  mailedLinkInputSchema,
  memorySettingsInputSchema,
  messageResultSchema,
  modelTrainingConsentInputSchema,
  resetPasswordInputSchema,
  signedInSchema,
  signUpInputSchema,
  syncResultSchema,
  undoEmailChangeInputSchema,
  userSchema,
  verifyEmailInputSchema,
  verifyEmailResultSchema,
} from '@noek/contract/auth/schemas';
import { apiTokenSchema, createTokenInputSchema, newApiTokenSchema, tokenRefSchema } from '@noek/contract/auth/tokens';
import { z } from 'zod';
import { procedure, router } from '../../transports/trpc.ts';
import { changeSettings } from './account/change-settings.ts';
import { deleteAccount } from './account/delete-account.ts';
import { ownChatViews } from './account/own-chat-views.ts';
import { signInMethods } from './account/sign-in-methods.ts';
import { crossDomainLogin } from './cross-domain/cross-domain-login.ts';
import { generateCrossDomainToken } from './cross-domain/generate-cross-domain-token.ts';
import { syncCrossDomain } from './cross-domain/sync-cross-domain.ts';
import { changeEmail } from './email/change-email.ts';
import { undoEmailChange } from './email/undo-email-change.ts';
import { changePassword } from './password/change-password.ts';
import { forgotPassword } from './password/forgot-password.ts';
import { resetPassword } from './password/reset-password.ts';
import { currentUser } from './session/current-user.ts';
import { logout } from './session/logout.ts';
import { endOtherSessions, endOwnSession, ownSessions } from './session/own-sessions.ts';
import { login } from './sign-in/login.ts';
import { testLogin } from './sign-in/test-login.ts';
import { resendVerification } from './sign-up/resend-verification.ts';
import { signUp } from './sign-up/sign-up.ts';
import { verifyEmail } from './sign-up/verify-email.ts';
import { createToken } from './tokens/create-token.ts';
import { listTokens } from './tokens/list-tokens.ts';
import { revokeToken } from './tokens/revoke-token.ts';

export const authRouter = router({
  user: procedure
    .meta({ access: 'anyone', token: 'read' })
    .output(userSchema.nullable())
    .query(({ ctx }) => currentUser(ctx)),
  signUp: procedure
    .meta({ access: 'anyone', token: 'never' })
    .input(signUpInputSchema)
    .output(messageResultSchema)
    .mutation(({ ctx, input }) => signUp(ctx, input)),
  login: procedure
    .meta({ access: 'anyone', token: 'never' })
    .input(loginInputSchema)
    .output(signedInSchema)
    .mutation(({ ctx, input }) => login(ctx, input)),
  logout: procedure
    .meta({ access: 'anyone', token: 'never' })
    .output(messageResultSchema)
    .mutation(({ ctx }) => logout(ctx)),
  verifyEmail: procedure
    .meta({ access: 'anyone', token: 'never' })
    .input(verifyEmailInputSchema)
    .output(verifyEmailResultSchema)
    .mutation(({ ctx, input }) => verifyEmail(ctx, input)),
  resendVerification: procedure
    .meta({ access: 'anyone', token: 'never' })
    .input(mailedLinkInputSchema)
    .output(messageResultSchema)
    .mutation(({ ctx, input }) => resendVerification(ctx, input)),
  forgotPassword: procedure
    .meta({ access: 'anyone', token: 'never' })
    .input(mailedLinkInputSchema)
    .output(messageResultSchema)
    .mutation(({ ctx, input }) => forgotPassword(ctx, input)),
  resetPassword: procedure
    .meta({ access: 'anyone', token: 'never' })
    .input(resetPasswordInputSchema)
    .output(messageResultSchema)
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),
  changePassword: procedure
    .meta({ access: 'anyone', token: 'never' })
    .input(changePasswordInputSchema)
    .output(messageResultSchema)
    .mutation(({ ctx, input }) => changePassword(ctx, input)),
  changeEmail: procedure
    .meta({ access: 'anyone', token: 'never' })
    .input(changeEmailInputSchema)
    .output(changeEmailResultSchema)
    .mutation(({ ctx, input }) => changeEmail(ctx, input)),
  undoEmailChange: procedure
    .meta({ access: 'anyone', token: 'never' })
    .input(undoEmailChangeInputSchema)
    .output(messageResultSchema)
    .mutation(({ ctx, input }) => undoEmailChange(ctx, input)),
  memorySettings: procedure
    .meta({ access: 'anyone', token: 'never' })
    .input(memorySettingsInputSchema)
    .output(userSchema)
    .mutation(({ ctx, input }) => changeSettings(ctx, input)),
  modelTrainingConsent: procedure
    .meta({ access: 'anyone', token: 'never' })
    .input(modelTrainingConsentInputSchema)
    .output(userSchema)
    .mutation(({ ctx, input }) => changeSettings(ctx, input)),
  deleteAccount: procedure
    .meta({ access: 'anyone', token: 'never' })
    .output(messageResultSchema)
    .mutation(({ ctx }) => deleteAccount(ctx)),
  generateCrossDomainToken: procedure
    .meta({ access: 'anyone', token: 'never' })
    .input(crossDomainTokenInputSchema)
    .output(crossDomainTokenSchema)
    .mutation(({ ctx, input }) => generateCrossDomainToken(ctx, input)),
  crossDomainLogin: procedure
    .meta({ access: 'anyone', token: 'never' })
    .input(crossDomainLoginInputSchema)
    .output(crossDomainLoginResultSchema)
    .mutation(({ ctx, input }) => crossDomainLogin(ctx, input)),
  crossDomainLogout: procedure
    .meta({ access: 'anyone', token: 'never' })
    .output(messageResultSchema)
    .mutation(({ ctx }) => logout(ctx)),
  sync: procedure
    .meta({ access: 'anyone', token: 'never' })
    .output(syncResultSchema)
    .mutation(({ ctx }) => syncCrossDomain(ctx, { ifNobody: '401' })),
  sessions: procedure
    .meta({ access: 'anyone', token: 'never' })
    .output(z.array(loginSessionSchema))
    .query(({ ctx }) => ownSessions(ctx)),
  endSession: procedure
    .meta({ access: 'anyone', token: 'never' })
    .input(endSessionInputSchema)
    .output(messageResultSchema)
    .mutation(({ ctx, input }) => endOwnSession(ctx, input)),
  endOtherSessions: procedure
    .meta({ access: 'anyone', token: 'never' })
    .output(messageResultSchema)
    .mutation(({ ctx }) => endOtherSessions(ctx)),
  signInMethods: procedure
    .meta({ access: 'anyone', token: 'never' })
    .output(signInMethodsSchema)
    .query(({ ctx }) => signInMethods(ctx)),
  chatViews: procedure
    .meta({ access: 'anyone', token: 'never' })
    .input(listChatViewsInputSchema)
    .output(chatViewPageSchema)
    .query(({ ctx, input }) => ownChatViews(ctx, input)),
  tokens: procedure
    .meta({ access: 'anyone', token: 'never' })
    .output(z.array(apiTokenSchema))
    .query(({ ctx }) => listTokens(ctx)),
  createToken: procedure
    .meta({ access: 'anyone', token: 'never' })
    .input(createTokenInputSchema)
    .output(newApiTokenSchema)
    .mutation(({ ctx, input }) => createToken(ctx, input)),
  revokeToken: procedure
    .meta({ access: 'anyone', token: 'never' })
    .input(tokenRefSchema)
    .output(messageResultSchema)
    .mutation(({ ctx, input }) => revokeToken(ctx, input)),
  testLogin: procedure
    .meta({ access: 'anyone', token: 'never' })
    .output(signedInSchema)
    .mutation(({ ctx }) => testLogin(ctx)),
});
