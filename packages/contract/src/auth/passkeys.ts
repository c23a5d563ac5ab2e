import { z } from 'zod';
import { trimmed } from '../text/characters.ts';
import { isoDateSchema } from '../text/dates.ts';
import { accountSecurity } from './limits.ts';

// The JSON forms of Web Authentication Level 3, section 5.1: what browsers take and return.

const base64url = z
  .string()
  .max(16_384)
  .regex(/^[\w-]+$/, 'must be base64url');
const transports = z.array(z.string().max(32)).max(10);
const descriptorSchema = z.object({ id: z.string(), type: z.literal('public-key'), transports: transports.optional() });
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
  clientExtensionResults: z.looseObject({}).default({}),
};

/** What `navigator.credentials.get` takes, as JSON. */
export const passkeyOptionsSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(descriptorSchema).optional(),
});
/** What `navigator.credentials.create` takes, as JSON. */
export const passkeyRegistrationSchema = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptorSchema),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});

/** A passkey's answer to a sign-in. */
export const passkeyAssertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
});
export type PasskeyAssertion = z.output<typeof passkeyAssertionSchema>;

/** The answer of a new passkey. */
export const newPasskeyResponseSchema = z.object({
  ...credential,
  response: z.object({ clientDataJSON: base64url, attestationObject: base64url, transports: transports.optional() }),
});
export type NewPasskeyResponse = z.output<typeof newPasskeyResponseSchema>;

const nameSchema = z
  .string({ error: 'Enter a name.' })
  .overwrite(trimmed)
  .min(1, 'Enter a name.')
  .max(accountSecurity.passkeyName, `A name can have up to ${accountSecurity.passkeyName} characters.`);

export const passkeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    createdAt: isoDateSchema,
    lastUsedAt: isoDateSchema.nullable().describe('Null: it was never used.'),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof passkeySchema>;

export const addPasskeyInputSchema = z.object({ name: nameSchema, response: newPasskeyResponseSchema });
export type AddPasskeyInput = z.output<typeof addPasskeyInputSchema>;
export const renamePasskeyInputSchema = z.object({ id: z.string().min(1).max(128), name: nameSchema });
export const passkeyRefSchema = z.object({ id: z.string().min(1).max(128) });
export const passkeyLoginInputSchema = z.object({ response: passkeyAssertionSchema });
