import { authParameterNames } from '@noek/contract/limits';

/** What the address of a page asked for when it was opened ([2.22]). */
export type AuthParameters = {
  /** A one-time login token, or a token that a page made itself; only the server tells them apart. */
  token: string | null;
  action: 'login' | 'logout' | 'login_required' | null;
  /** The page was opened in a window of its own to bring this host in step, and closes again. */
  sync: boolean;
  /** Where to go after signing in, as it stood there: nothing has checked it. */
  returnTo: string | null;
  /** Ask for the password even when somebody is signed in. */
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

/** Splits an absolute address into what it asked for and the address without that. What stands there twice does not count. */
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
 * Reads what this page was opened for and takes it out of the address. Call it before anything else: then no token reaches
 * a log, a bookmark, the router or another request, and a reload cannot use it twice.
 */
export function takeAuthParameters(): AuthParameters {
  const { parameters, address } = readAuthParameters(window.location.href);
  if (address !== window.location.href) window.history.replaceState(window.history.state, '', address);
  return parameters;
}
