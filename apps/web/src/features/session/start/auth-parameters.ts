import { authParameterNames } from '@noek/contract/auth/parameters';

/** The parameters of the sign-in flow in the address of a page. */
export type AuthParameters = {
  /** A one-time login token, or a token that was made by a page. Only the server can tell them apart. */
  token: string | null;
  action: 'login' | 'logout' | 'login_required' | null;
  /** The page was opened in its own window to sync the login of this host, and closes afterwards. */
  sync: boolean;
  /** Where to go after signing in. Unvalidated. */
  returnTo: string | null;
  /** Ask for the password even when a person is signed in. */
  forceLogin: boolean;
  /** Why a sign-in failed, as a code. */
  error: string | null;
};

export const noAuthParameters: AuthParameters = {
  token: null,
  action: null,
  sync: false,
  returnTo: null,
  forceLogin: false,
  error: null,
};

const actions = ['login', 'logout', 'login_required'] as const;

/** Splits an absolute address into its parameters and the address without them. A parameter that occurs twice is ignored. */
export function readAuthParameters(address: string): { parameters: AuthParameters; address: string } {
  const url = new URL(address);
  if (!authParameterNames.some((name) => url.searchParams.has(name))) return { parameters: noAuthParameters, address };
  const value = (name: (typeof authParameterNames)[number]) => {
    const values = url.searchParams.getAll(name);
    return values.length === 1 ? values[0] || null : null;
  };
  const parameters: AuthParameters = {
    token: value('auth_token'),
    action: actions.find((action) => action === value('auth_action')) ?? null,
    sync: value('sync') === 'true',
    returnTo: value('return_to'),
    forceLogin: value('force_login') === 'true',
    error: value('error'),
  };
  for (const name of authParameterNames) url.searchParams.delete(name);
  return { parameters, address: url.href };
}

/**
 * Reads the parameters of this page and removes them from the address. Call it before anything else, so that no token reaches
 * a log, a bookmark, the router or another request, and a reload cannot use it again.
 */
export function takeAuthParameters(): AuthParameters {
  const { parameters, address } = readAuthParameters(window.location.href);
  if (address !== window.location.href) window.history.replaceState(window.history.state, '', address);
  return parameters;
}
