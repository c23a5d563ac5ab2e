import { z } from 'zod';
import { tokenScopeSchema } from '../calls/token-scopes.ts';
import { isoDateSchema } from '../text/dates.ts';
import { messagesTodaySchema } from './tokens.ts';

const appFields = {
  name: z.string().describe('As the app calls itself. Nobody checks it; `host` cannot be chosen freely.'),
  host: z
    .string()
    .nullable()
    .describe(
      "Where the app's description is published. Null: Noek's own command, and apps that registered themselves.",
    ),
  isRegistered: z.boolean().describe('Whether it registered itself, so that Noek does not know whose it is.'),
  scopes: z.array(tokenScopeSchema).describe('Each includes the ones before it: `read`, `chat`, `all`.'),
};

export const connectedAppSchema = z
  .object({
    id: z.string(),
    ...appFields,
    createdAt: isoDateSchema.describe('When it was connected.'),
    lastUsedAt: isoDateSchema.nullable().describe('Accurate to five minutes. Null: it was never used.'),
    messagesToday: messagesTodaySchema,
  })
  .meta({ id: 'ConnectedApp' });
export type ConnectedApp = z.infer<typeof connectedAppSchema>;

export const appRefSchema = z.object({ id: z.string().min(1).max(128) });

/** The query of the address that an app opened in the browser, as it was received. */
export const appQuerySchema = z.object({ query: z.string().max(8_192, 'This address is too long.') });

/** What an app asks for. `returnsTo`: the host that the browser returns to. `cancelTo`: where it returns without permission. */
const askedSchema = z.object({
  kind: z.literal('ask'),
  ...appFields,
  returnsTo: z.string(),
  isOnThisDevice: z.boolean().describe('Whether it returns to a program on the device of the browser.'),
  cancelTo: z.string(),
});

/** What to do about an app's request: ask the person, return to the app with an error, or say on the page what is wrong. */
export const appRequestSchema = z.discriminatedUnion('kind', [
  askedSchema,
  z.object({ kind: z.literal('return'), to: z.string() }),
  z.object({ kind: z.literal('problem'), message: z.string() }),
]);
export type AppRequest = z.infer<typeof appRequestSchema>;

export const userCodeSchema = z.object({
  userCode: z.string({ error: 'Enter the code.' }).min(1, 'Enter the code.').max(64, 'This is not such a code.'),
});

/** A device that asks to be connected. */
export const deviceRequestSchema = z.object({
  ...appFields,
  userCode: z.string().describe('As the device shows it: "BCDF-GHJK".'),
  device: z.string().nullable().describe('The program that asked, as it calls itself.'),
  network: z.string().nullable().describe('The beginning of the address that it asked from: "203.0.113.0/24".'),
  askedAt: isoDateSchema,
});
export type DeviceRequest = z.infer<typeof deviceRequestSchema>;
