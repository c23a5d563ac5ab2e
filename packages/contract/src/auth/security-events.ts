import { z } from 'zod';
import { isoDateSchema } from '../text/dates.ts';

/** What is recorded about the security of an account, for 90 days. */
export const securityEventKinds = [
  'signed-in',
  'sign-in-failed',
  'new-device',
  'not-me',
  'sessions-ended',
  'password-changed',
  'password-reset',
  'email-changed',
  'google-linked',
  'company-linked',
  'passkey-added',
  'passkey-removed',
  'passkey-refused',
  'authenticator-added',
  'authenticator-removed',
  'recovery-codes-made',
  'recovery-code-used',
  'factor-reset-begun',
  'factor-reset-stopped',
  'factor-reset-done',
  'token-created',
  'token-revoked',
  'webhook-created',
  'webhook-deleted',
  'app-connected',
  'app-disconnected',
  'export-requested',
] as const;
export const securityEventKindSchema = z.enum(securityEventKinds);
export type SecurityEventKind = z.infer<typeof securityEventKindSchema>;

export const securityEventSchema = z
  .object({
    id: z.string(),
    kind: securityEventKindSchema,
    at: isoDateSchema,
    device: z.string().nullable().describe('"Chrome on Windows"; null if no browser did it.'),
    network: z.string().nullable().describe('The beginning of the address: "203.0.113.0/24".'),
    detail: z
      .string()
      .nullable()
      .describe('How they signed in, or the name of the passkey, token or app, or the host of the webhook.'),
  })
  .meta({ id: 'SecurityEvent' });
export type SecurityEvent = z.infer<typeof securityEventSchema>;

export const listSecurityEventsInputSchema = z.object({
  limit: z.number().int().min(1).max(100).default(20),
  cursor: z.string().max(256).optional(),
});
export type ListSecurityEventsInput = z.output<typeof listSecurityEventsInputSchema>;
export const securityEventPageSchema = z.object({
  events: z.array(securityEventSchema),
  nextCursor: z.string().nullable(),
});
