import { randomBytes } from 'node:crypto';
import * as sealed from '../../sealed-text.ts';
import type { Config } from '../../settings/config.ts';

const purpose = 'noek webhook';
/** The length of an event's id: 16 random bytes as base64url. */
const eventIdLength = 22;

/** Encrypts the secret of a webhook, or the body of an event, under its id. */
export const sealForWebhooks = (config: Pick<Config, 'secret'>, id: string, text: string): string =>
  sealed.sealText(config, purpose, id, text);

/** Decrypts such a text. Throws if it was encrypted for another id or with another APP_SECRET. */
export const openForWebhooks = (config: Pick<Config, 'secret'>, id: string, stored: string): string =>
  sealed.openText(config, purpose, id, stored);

export const newEventId = (): string => randomBytes(16).toString('base64url');

/** The event of a delivery, whose body is the same for all webhooks that chose it. */
export const eventIdOf = (deliveryId: string): string => deliveryId.slice(0, eventIdLength);

/** The delivery of an event to a webhook. */
export const deliveryIdOf = (eventId: string, webhookId: string): string => `${eventId}_${webhookId}`;
