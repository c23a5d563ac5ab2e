/** The query of a page that a mailed link opens. */
export type TokenSearch = { token?: string };

/** Keeps the token of a mailed link; one that is empty or stands there twice is none. */
export const tokenSearch = ({ token }: Record<string, unknown>): TokenSearch =>
  typeof token === 'string' && token ? { token } : {};
