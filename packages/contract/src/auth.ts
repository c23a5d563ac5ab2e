import { z } from 'zod';
import { passwordLimits } from './limits.ts';
import { accessLevelSchema } from './plans.ts';

export const emailSchema = z
  .string({ error: 'Enter an email address.' })
  .trim()
  .toLowerCase()
  .max(254, 'This email address is too long.')
  .pipe(z.email('Enter a valid email address.'));

export const userSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  accessLevel: accessLevelSchema,
  specialFeatures: z.array(z.string()),
  allowModelTraining: z.boolean(),
  memoryEnabled: z.boolean(),
  emailVerified: z.boolean(),
});
export type User = z.infer<typeof userSchema>;

export const signUpInputSchema = z.object({
  name: z
    .string({ error: 'Enter your name.' })
    .trim()
    .min(1, 'Enter your name.')
    .max(120, 'Names are at most 120 characters.'),
  email: emailSchema,
  password: z
    .string({ error: 'Enter a password.' })
    .min(passwordLimits.signUpMin, 'Password must be at least 8 characters long.')
    .max(passwordLimits.max, 'Password must be at most 256 characters long.'),
});
export type SignUpInput = z.infer<typeof signUpInputSchema>;

export const loginInputSchema = z.object({
  email: emailSchema,
  password: z.string({ error: 'Enter your password.' }).min(1, 'Enter your password.').max(passwordLimits.max),
});
export type LoginInput = z.infer<typeof loginInputSchema>;

export const emailInputSchema = z.object({ email: emailSchema });

export const verifyEmailInputSchema = z.object({
  token: z.string({ error: 'The verification link is incomplete.' }).min(1, 'The verification link is incomplete.').max(512),
});
export const verifyEmailResultSchema = z.object({
  verified: z.literal(true),
  message: z.string(),
  user: z.object({ name: z.string() }),
});

export const crossDomainTokenInputSchema = z.object({ returnTo: z.string().max(2_048).optional() });
export const crossDomainTokenSchema = z.object({ token: z.string() });
export const crossDomainLoginInputSchema = z.object({ token: z.string().min(1).max(512) });

/** An answer that only says something to a person. */
export const messageResultSchema = z.object({ message: z.string() });
