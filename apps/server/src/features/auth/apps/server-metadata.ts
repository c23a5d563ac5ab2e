import { authorizePath } from '@noek/contract/auth/app-paths';
import { tokenScopes } from '@noek/contract/calls/token-scopes';
import { grantTypes } from './tokens/issue-tokens.ts';

/** Where programs reach the authorization server. None of these takes a cookie. */
export const serverMetadataPath = '/.well-known/oauth-authorization-server';
export const tokenPath = '/oauth/token';
export const revokePath = '/oauth/revoke';
export const registrationPath = '/oauth/register';
export const devicePath = '/oauth/device_authorization';

/** What apps read before they connect (RFC 8414). `registers`: whether apps may register themselves. */
export const serverMetadata = (issuer: string, { registers }: { registers: boolean }) => ({
  issuer,
  authorization_endpoint: `${issuer}${authorizePath}`,
  token_endpoint: `${issuer}${tokenPath}`,
  revocation_endpoint: `${issuer}${revokePath}`,
  device_authorization_endpoint: `${issuer}${devicePath}`,
  ...(registers && { registration_endpoint: `${issuer}${registrationPath}` }),
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: grantTypes,
  code_challenge_methods_supported: ['S256'],
  scopes_supported: tokenScopes,
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
});
