import {
  crossDomainLoginInputSchema,
  crossDomainTokenInputSchema,
  crossDomainTokenSchema,
  emailInputSchema,
  loginInputSchema,
  messageResultSchema,
  signUpInputSchema,
  userSchema,
  verifyEmailInputSchema,
  verifyEmailResultSchema,
} from '@noek/contract/auth';
import { z } from 'zod';
import { procedure, router } from '../../trpc.ts';
import { crossDomainLogin } from './cross-domain-login.ts';
import { currentUser } from './current-user.ts';
import { generateCrossDomainToken } from './generate-cross-domain-token.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { resendVerification } from './resend-verification.ts';
import { signUp } from './sign-up.ts';
import { testLogin } from './test-login.ts';
import { verifyEmail } from './verify-email.ts';

export const authRouter = router({
  user: procedure.output(userSchema.nullable()).query(({ ctx }) => currentUser(ctx)),
  signUp: procedure
    .input(signUpInputSchema)
    .output(messageResultSchema)
    .mutation(({ ctx, input }) => signUp(ctx, input)),
  login: procedure
    .input(loginInputSchema)
    .output(userSchema)
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
  generateCrossDomainToken: procedure
    .input(crossDomainTokenInputSchema)
    .output(crossDomainTokenSchema)
    .mutation(({ ctx, input }) => generateCrossDomainToken(ctx, input)),
  crossDomainLogin: procedure
    .input(crossDomainLoginInputSchema)
    .output(z.object({ user: userSchema }))
    .mutation(({ ctx, input }) => crossDomainLogin(ctx, input)),
  testLogin: procedure.output(userSchema).mutation(({ ctx }) => testLogin(ctx)),
});
