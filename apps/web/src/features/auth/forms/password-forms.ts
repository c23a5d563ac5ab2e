import { resetPasswordInputSchema, signUpInputSchema } from '@noek/contract/auth/schemas';
import { z } from 'zod';
import { authTexts } from '../texts.ts';

const mismatch = { path: ['confirmation'], error: authTexts.passwordRules.mismatch };

/** The sign-up form: the server's fields, and the password a second time. */
export const signUpFormSchema = signUpInputSchema
  .extend({ confirmation: z.string() })
  .refine(({ password, confirmation }) => password === confirmation, mismatch);
export type SignUpFormValues = z.input<typeof signUpFormSchema>;

/** The form for a new password. The token comes from the link. */
export const resetFormSchema = resetPasswordInputSchema
  .pick({ newPassword: true })
  .extend({ confirmation: z.string() })
  .refine(({ newPassword, confirmation }) => newPassword === confirmation, mismatch);
