import * as oauth from 'openid-client';

export { oauth };

/** An app with a library for OAuth, whose requests reach the server without a network. */
export function discover(
  app: { request(url: string, init: RequestInit): Response | Promise<Response> },
  issuer: string,
  clientId: string,
): Promise<oauth.Configuration> {
  return oauth.discovery(new URL(issuer), clientId, undefined, oauth.None(), {
    algorithm: 'oauth2',
    execute: [oauth.allowInsecureRequests],
    [oauth.customFetch]: async (url, options) =>
      app.request(url, { ...options, headers: { ...options.headers, Host: new URL(issuer).host } } as RequestInit),
  });
}
