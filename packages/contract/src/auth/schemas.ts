import { z } from 'zod';
import { instructionsSchema } from '../projects/schemas.ts';
import { accessLevelSchema } from '../subscription/plans.ts';
import { trimmed } from '../text/characters.ts';
import { isoDateSchema } from '../text/dates.ts';
import { emailProblem, normalEmail } from './email-address.ts';
import { maxReturnToLength, passwordLimits } from './limits.ts';
import { eachSwitch, switchProblem } from './switches.ts';

/** An email address, in any script. What is parsed is its normal form. */
export const emailSchema = z
  .string({ error: 'Enter an email address.' })
  .overwrite(normalEmail)
  .max(254, 'This email address is too long.')
  .check(({ value, issues }) => {
    const message = emailProblem(value);
    if (message !== null) issues.push({ code: 'custom', message, input: value });
  });

export const userSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    accessLevel: accessLevelSchema,
    specialFeatures: z.array(z.string()),
    ...eachSwitch(() => z.boolean()),
    emailVerified: z.boolean(),
    instructions: z.string().describe('How to answer in all chats; empty for none.'),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof userSchema>;

export const personNameSchema = z
  .string({ error: 'Enter your name.' })
  // One line, because lists, dialogs and pages show a name within a line of their own.
  .overwrite((name) => trimmed(name.replace(/[\s\p{Cc}]+/gu, ' ')))
  .min(1, 'Enter your name.')
  .max(120, 'Names are at most 120 characters.');

/** Where a mailed link leads back to. An address that is not on one of our hosts is ignored. */
const returnTo = z
  .string()
  .max(maxReturnToLength)
  .optional()
  .describe(
    'Where the person came from: the link of the mail leads back there. Ignored unless it is on one of our hosts.',
  );

export const signUpInputSchema = z.object({
  name: personNameSchema,
  email: emailSchema,
  password: z
    .string({ error: 'Enter a password.' })
    .min(passwordLimits.signUpMin, `Password must be at least ${passwordLimits.signUpMin} characters long.`)
    .max(passwordLimits.max, `Password must be at most ${passwordLimits.max} characters long.`),
  returnTo,
});
export type SignUpInput = z.infer<typeof signUpInputSchema>;

export const loginInputSchema = z.object({
  email: emailSchema,
  password: z.string({ error: 'Enter your password.' }).min(1, 'Enter your password.').max(passwordLimits.max),
});
export type LoginInput = z.infer<typeof loginInputSchema>;

const movedConversations = z
  .number()
  .int()
  .nonnegative()
  .describe("How many of the browser's guest chats were moved to the account.");
/** The response to a sign-in: the person, and how many guest chats were moved. */
export const signedInSchema = userSchema.extend({ movedConversations }).meta({ id: 'SignedInUser' });
export type SignedInUser = z.infer<typeof signedInSchema>;

export const mailedLinkInputSchema = z.object({ email: emailSchema, returnTo });
export type MailedLinkInput = z.infer<typeof mailedLinkInputSchema>;

export const verifyEmailInputSchema = z.object({
  token: z
    .string({ error: 'The verification link is incomplete.' })
    .min(1, 'The verification link is incomplete.')
    .max(512),
  signIn: z.boolean().default(false).describe('Also sign in, if this browser made the sign-up.'),
});
export const newPasswordSchema = z
  .string({ error: 'Enter a new password.' })
  .min(passwordLimits.changeMin, `Password must be at least ${passwordLimits.changeMin} characters long`)
  .max(passwordLimits.max, `Password must be at most ${passwordLimits.max} characters long.`);
const currentPasswordSchema = z
  .string({ error: 'Enter your current password.' })
  .min(1, 'Enter your current password.')
  .max(passwordLimits.max);

export const resetPasswordInputSchema = z.object({
  token: z
    .string({ error: 'Reset token is missing' })
    .min(1, 'Reset token is missing')
    .max(512, 'Invalid or missing reset token'),
  newPassword: newPasswordSchema,
});
export type ResetPasswordInput = z.infer<typeof resetPasswordInputSchema>;

export const changePasswordInputSchema = z.object({
  currentPassword: currentPasswordSchema,
  newPassword: newPasswordSchema,
});
export type ChangePasswordInput = z.infer<typeof changePasswordInputSchema>;

export const changeEmailInputSchema = z.object({ newEmail: emailSchema, password: currentPasswordSchema });
export type ChangeEmailInput = z.infer<typeof changeEmailInputSchema>;
export const changeEmailResultSchema = z.object({ message: z.string(), user: userSchema });

/** What a person changes in their own account without further proof. */
export const changeAccountInputSchema = z.object({
  name: personNameSchema.optional(),
  instructions: instructionsSchema.optional().describe('How to answer in all chats.'),
});
export type ChangeAccountInput = z.infer<typeof changeAccountInputSchema>;

export const undoEmailChangeInputSchema = z.object({
  token: z.string({ error: 'This link is incomplete.' }).min(1, 'This link is incomplete.').max(512),
});

/** All switches. The call of a switch picks its own. */
export const switchInputs = z.object(eachSwitch((name) => z.boolean({ error: switchProblem(name) })));

export const verifyEmailResultSchema = z.object({
  verified: z.literal(true),
  message: z.string(),
  user: z.object({ name: z.string() }),
  email: z.string().describe('The address that was verified.'),
  signedIn: z.boolean().describe('Whether this browser was signed in.'),
});

export const crossDomainTokenInputSchema = z.object({ returnTo: z.string().max(maxReturnToLength).optional() });
export const crossDomainTokenSchema = z.object({ token: z.string() });
export const crossDomainLoginInputSchema = z.object({ token: z.string().min(1).max(512) });
export const crossDomainLoginResultSchema = z.object({
  user: userSchema,
  movedConversations,
  offersPasskey: z.boolean().describe('Whether the page should offer a passkey: true once per account.'),
});

/**
 * The person signed in on the requested host. Pages on another of our hosts also get a one-time token for their origin; pages on
 * the same host and scripts do not.
 */
export const syncResultSchema = z.object({
  user: userSchema.nullable().describe('null only with `ifNobody=null`.'),
  token: z.string().optional(),
});

/** How a page asks for it: a refusal is an error in the console of the browser, so our pages ask for null. */
export const syncInputSchema = z.object({
  ifNobody: z
    .enum(['401', 'null'])
    .default('401')
    .describe('The answer if nobody is signed in: 401, or a user that is null.'),
});
export type SyncInput = z.infer<typeof syncInputSchema>;

/** One login of a person. It may cover several of our hosts. */
export const loginSessionSchema = z
  .object({
    id: z.string(),
    device: z.string().describe('A readable name, such as "Chrome on Windows".'),
    browser: z.string().nullable().describe('"Chrome"; null if it is unknown.'),
    system: z.string().nullable().describe('"Windows"; null if it is unknown.'),
    place: z
      .string()
      .nullable()
      .describe('The place that the browser\'s own time zone names, such as "Berlin (by the browser\'s clock)".'),
    createdAt: isoDateSchema.describe('When it was first seen: when the person signed in.'),
    lastSeenAt: isoDateSchema.describe('When it was last used, accurate to five minutes.'),
    current: z.boolean().describe('Whether this request belongs to this login.'),
  })
  .meta({ id: 'LoginSession' });
export type LoginSession = z.infer<typeof loginSessionSchema>;
export const endSessionInputSchema = z.object({ id: z.string().min(1).max(128) });
