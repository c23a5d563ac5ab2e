/** The page where a person allows or refuses an app that a browser brought, and the page for the code of a device. */
export const authorizePath = '/oauth/authorize';
export const connectPath = '/connect';
