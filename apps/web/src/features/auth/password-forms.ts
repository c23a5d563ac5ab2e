import { resetPasswordInputSchema, signUpInputSchema } from '@noek/contract/auth';
import { z } from 'zod';

const mismatch = { path: ['confirmation'], error: 'Passwords do not match' };

/** The sign-up form: what the server needs, and the password a second time. */
export const signUpFormSchema = signUpInputSchema
  .extend({ confirmation: z.string() })
  .refine(({ password, confirmation }) => password === confirmation, mismatch);
export type SignUpFormValues = z.input<typeof signUpFormSchema>;

/** The form that sets a new password: the link has the token. */
export const resetFormSchema = resetPasswordInputSchema
  .pick({ newPassword: true })
  .extend({ confirmation: z.string() })
  .refine(({ newPassword, confirmation }) => newPassword === confirmation, mismatch);
