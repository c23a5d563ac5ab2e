import { Secret, TOTP } from 'otpauth';

const stepMs = 30_000;

/** What an authenticator app with this secret shows at a time; `steps` later or earlier. */
export const codeAt = (secret: string, at: Date, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() + steps * stepMs });
