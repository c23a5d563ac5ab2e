import * as sealed from '../../sealed-text.ts';
import type { Config } from '../../settings/config.ts';

const purpose = 'noek mail outbox';

/** Encrypts a text of the mail `id` for the outbox. The text contains working links. */
export const sealText = (config: Pick<Config, 'secret'>, id: string, text: string): string =>
  sealed.sealText(config, purpose, id, text);

/**
 * Decrypts such a text; returns an unencrypted one, of versions that did not encrypt them, unchanged. Throws if it was encrypted for
 * another mail or with another secret.
 */
export const openText = (config: Pick<Config, 'secret'>, id: string, stored: string): string =>
  sealed.isSealed(stored) ? sealed.openText(config, purpose, id, stored) : stored;
