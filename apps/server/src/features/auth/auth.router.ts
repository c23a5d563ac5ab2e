import { chatViewPageSchema, listChatViewsInputSchema, signInMethodsSchema } from '@noek/contract/account';
import {
  changeEmailInputSchema,
  changeEmailResultSchema,
  changePasswordInputSchema,
  crossDomainLoginInputSchema,
  crossDomainLoginResultSchema,
  crossDomainTokenInputSchema,
  crossDomainTokenSchema,
  emailInputSchema,
  endSessionInputSchema,
  loginInputSchema,
  loginSessionSchema,
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
} from '@noek/contract/auth';
import { z } from 'zod';
import { procedure, router } from '../../trpc.ts';
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

export const authRouter = router({
  user: procedure.output(userSchema.nullable()).query(({ ctx }) => currentUser(ctx)),
  signUp: procedure
    .input(signUpInputSchema)
    .output(messageResultSchema)
    .mutation(({ ctx, input }) => signUp(ctx, input)),
  login: procedure
    .input(loginInputSchema)
    .output(signedInSchema)
    .mutation(({ ctx, input }) => login(ctx, input)),
  logout: procedure.output(messageResultSchema).mutation(({ ctx }) => logout(ctx)),
  verifyEmail: procedure
    .input(verifyEmailInputSchema)
    .output(verifyEmailResultSchema)
    .mutation(({ ctx, input }) => verifyEmail(ctx, input)),
  resendVerification: procedure
    .input(emailInputSchema)
    .output(messageResultSchema)
    .mutation(({ ctx, input }) => resendVerification(ctx, input)),
  forgotPassword: procedure
    .input(emailInputSchema)
    .output(messageResultSchema)
    .mutation(({ ctx, input }) => forgotPassword(ctx, input)),
  resetPassword: procedure
    .input(resetPasswordInputSchema)
    .output(messageResultSchema)
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),
  changePassword: procedure
    .input(changePasswordInputSchema)
    .output(messageResultSchema)
    .mutation(({ ctx, input }) => changePassword(ctx, input)),
  changeEmail: procedure
    .input(changeEmailInputSchema)
    .output(changeEmailResultSchema)
    .mutation(({ ctx, input }) => changeEmail(ctx, input)),
  undoEmailChange: procedure
    .input(undoEmailChangeInputSchema)
    .output(messageResultSchema)
    .mutation(({ ctx, input }) => undoEmailChange(ctx, input)),
  memorySettings: procedure
    .input(memorySettingsInputSchema)
    .output(userSchema)
    .mutation(({ ctx, input }) => changeSettings(ctx, input)),
  modelTrainingConsent: procedure
    .input(modelTrainingConsentInputSchema)
    .output(userSchema)
    .mutation(({ ctx, input }) => changeSettings(ctx, input)),
  deleteAccount: procedure.output(messageResultSchema).mutation(({ ctx }) => deleteAccount(ctx)),
  generateCrossDomainToken: procedure
    .input(crossDomainTokenInputSchema)
    .output(crossDomainTokenSchema)
    .mutation(({ ctx, input }) => generateCrossDomainToken(ctx, input)),
  crossDomainLogin: procedure
    .input(crossDomainLoginInputSchema)
    .output(crossDomainLoginResultSchema)
    .mutation(({ ctx, input }) => crossDomainLogin(ctx, input)),
  crossDomainLogout: procedure.output(messageResultSchema).mutation(({ ctx }) => logout(ctx)),
  sync: procedure.output(syncResultSchema).mutation(({ ctx }) => syncCrossDomain(ctx)),
  sessions: procedure.output(z.array(loginSessionSchema)).query(({ ctx }) => ownSessions(ctx)),
  endSession: procedure
    .input(endSessionInputSchema)
    .output(messageResultSchema)
    .mutation(({ ctx, input }) => endOwnSession(ctx, input)),
  endOtherSessions: procedure.output(messageResultSchema).mutation(({ ctx }) => endOtherSessions(ctx)),
  signInMethods: procedure.output(signInMethodsSchema).query(({ ctx }) => signInMethods(ctx)),
  chatViews: procedure
    .input(listChatViewsInputSchema)
    .output(chatViewPageSchema)
    .query(({ ctx, input }) => ownChatViews(ctx, input)),
  testLogin: procedure.output(signedInSchema).mutation(({ ctx }) => testLogin(ctx)),
});
