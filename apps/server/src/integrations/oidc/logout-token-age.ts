/** How old a logout token may be, in seconds, and how much the issuer's clock may differ. */
export const maxAgeSeconds = 5 * 60;
export const toleranceSeconds = 60;
/** How long a logout token can be used, so for how long its id must be remembered. */
export const logoutTokenLifetimeMs = (maxAgeSeconds + 2 * toleranceSeconds) * 1000;
