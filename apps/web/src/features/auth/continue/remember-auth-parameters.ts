import { maxReturnToLength } from '@noek/contract/auth/limits';
import { StoredValue } from '../../../components/base/stored-value/stored-value.ts';
import type { AuthParameters } from '../../session/start/auth-parameters.ts';

const kept = new StoredValue<Partial<AuthParameters>>(
  'noek_auth_parameters',
  {
    parse: (text) => JSON.parse(text ?? '{}') as Partial<AuthParameters>,
    print: (parameters) => JSON.stringify(parameters),
  },
  'sessionStorage',
);

/**
 * The parameters of the sign-in page. They have been removed from the address, so this tab keeps them for a reload and for the return
 * from a failed Google sign-in.
 */
export function rememberAuthParameters(parameters: AuthParameters, navigation = navigationType()): AuthParameters {
  const { returnTo, forceLogin, action, error } = parameters;
  const hasParameters = returnTo !== null || forceLogin || action !== null;
  if (!hasParameters && (error !== null || navigation !== 'navigate')) return { ...parameters, ...kept.get() };
  kept.set({ returnTo, forceLogin, ...(action === 'login_required' && { action }) });
  return parameters;
}

/** The address of a page of the auth host, for a link that loads a document: it leads back to where the person came from. */
export function withReturnTo(path: string): string {
  const { returnTo } = kept.get();
  return returnTo ? `${path}?return_to=${encodeURIComponent(returnTo)}` : path;
}

/** Where the person came from, for calls that mail a link. The server checks it. */
export function returnToInput(): { returnTo?: string } {
  const { returnTo } = kept.get();
  return returnTo && returnTo.length <= maxReturnToLength ? { returnTo } : {};
}

function navigationType(): string {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type ?? 'navigate';
}
