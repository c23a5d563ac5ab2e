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
  messageResultSchema,
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
import { changeEmail } from './change-email.ts';
import { changePassword } from './change-password.ts';
import { crossDomainLogin } from './cross-domain-login.ts';
import { currentUser } from './current-user.ts';
import { deleteAccount } from './delete-account.ts';
import { forgotPassword } from './forgot-password.ts';
import { generateCrossDomainToken } from './generate-cross-domain-token.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { endOtherSessions, endOwnSession, ownSessions } from './own-sessions.ts';
import { resendVerification } from './resend-verification.ts';
import { resetPassword } from './reset-password.ts';
import { signUp } from './sign-up.ts';
import { syncCrossDomain } from './sync-cross-domain.ts';
import { testLogin } from './test-login.ts';
import { undoEmailChange } from './undo-email-change.ts';
import { verifyEmail } from './verify-email.ts';

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
  testLogin: procedure.output(signedInSchema).mutation(({ ctx }) => testLogin(ctx)),
});
