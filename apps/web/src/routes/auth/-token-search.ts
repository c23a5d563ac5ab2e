/** The query of a page that is opened by a link from an email. */
export type TokenSearch = { token?: string };

/** Keeps the token; an empty or repeated one is dropped. */
export const tokenSearch = ({ token }: Record<string, unknown>): TokenSearch =>
  typeof token === 'string' && token ? { token } : {};
