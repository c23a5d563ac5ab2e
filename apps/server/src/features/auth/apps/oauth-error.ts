/** The error codes of OAuth 2.1, RFC 8628 (devices), RFC 8707 (resources) and RFC 7591 (registration) that are used here. */
type Code =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'invalid_target'
  | 'access_denied'
  | 'authorization_pending'
  | 'slow_down'
  | 'expired_token'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata';

/** An error that an app gets in the form of OAuth. `message` is for its developer. */
export class OAuthError extends Error {
  readonly code: Code;

  constructor(code: Code, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'OAuthError';
    this.code = code;
  }
}
