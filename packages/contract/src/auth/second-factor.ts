import { z } from 'zod';
import { trimmed } from '../text/characters.ts';
import { isoDateSchema } from '../text/dates.ts';
import { accountSecurity } from './limits.ts';
import { passkeyAssertionSchema } from './passkeys.ts';

const codeSchema = z
  .string({ error: 'Enter the code from your authenticator app.' })
  .transform((code) => code.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'A code has 6 digits.'))
  .describe('The six digits that the authenticator app shows. Spaces are ignored.');

const recoveryCodeSchema = z
  .string({ error: 'Enter a recovery code.' })
  .overwrite(trimmed)
  .min(1, 'Enter a recovery code.')
  .max(64, 'This is not a recovery code.');

const challengeSchema = z
  .string({ error: 'Please sign in again.' })
  .min(1, 'Please sign in again.')
  .max(512, 'Please sign in again.')
  .describe('From the response to the password.');

/** The body of the 401 for a right password where a second factor is needed, too. */
export const secondFactorRequiredSchema = z.object({
  challenge: z.string().describe('For `/api/auth/second-factor`. Works once, for ten minutes.'),
});

export const secondFactorInputSchema = z
  .object({ challenge: challengeSchema, code: codeSchema.optional(), recoveryCode: recoveryCodeSchema.optional() })
  .refine(({ code, recoveryCode }) => (code === undefined) !== (recoveryCode === undefined), {
    error: 'Send either `code` or `recoveryCode`.',
  });
export type SecondFactorInput = z.output<typeof secondFactorInputSchema>;

export const challengeRefSchema = z.object({ challenge: challengeSchema });

/** How a person shows that they are still the one who signed in. */
export const proveInputSchema = z
  .object({
    password: z.string().min(1, 'Enter your password.').max(256).optional(),
    code: codeSchema.optional(),
    assertion: passkeyAssertionSchema.optional().describe('The answer of a passkey to `auth.passkeyOptions`.'),
  })
  .refine((input) => Object.values(input).filter((value) => value !== undefined).length === 1, {
    error: 'Send one of `password`, `code` and `assertion`.',
  });
export type ProveInput = z.output<typeof proveInputSchema>;
export const provenSchema = z.object({
  message: z.string(),
  provenUntil: isoDateSchema.describe('Until then, acts that need fresh proof are allowed.'),
});

export const newAuthenticatorSchema = z.object({
  secret: z.string().describe('Base32, for people who cannot scan the QR code.'),
  uri: z.string().describe('`otpauth://totp/…`, the text of the QR code.'),
});
export type NewAuthenticator = z.infer<typeof newAuthenticatorSchema>;
export const confirmAuthenticatorInputSchema = z.object({ code: codeSchema });

export const recoveryCodesSchema = z.object({
  recoveryCodes: z.array(z.string()).length(accountSecurity.recoveryCodes).describe('Shown only once.'),
});

/** A link in a mail about the account. */
export const accountLinkInputSchema = z.object({
  token: z.string({ error: 'This link is incomplete.' }).min(1, 'This link is incomplete.').max(512),
});

export const notMeResultSchema = z.object({
  message: z.string(),
  resetToken: z.string().describe('For `/api/auth/reset-password`: the old password no longer works.'),
});
