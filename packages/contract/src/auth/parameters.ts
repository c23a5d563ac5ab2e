/** Query parameters that a page reads when it opens: a login token, and instructions for the sign-in flow. */
export const authParameterNames = ['auth_token', 'auth_action', 'sync', 'return_to', 'force_login', 'error'] as const;
