import type { FieldValues, Resolver } from 'react-hook-form';

const loadResolvers = () => import('./form-resolvers.ts');

/** Loads what checks the forms, before it is needed. */
export const preloadResolvers = () => void loadResolvers().catch(() => {});

/**
 * The checks of the sign-in and sign-up forms. Their code, which is as much as all other code of the page, loads when somebody begins to
 * use the page. If it cannot be loaded, the server's checks remain, and a lost connection is reported by the call.
 */
export const signInResolver = later(async () => (await loadResolvers()).signIn);
export const signUpResolver = later(async () => (await loadResolvers()).signUp);

function later<Input extends FieldValues, Output>(
  load: () => Promise<Resolver<Input, unknown, Output>>,
): Resolver<Input, unknown, Output> {
  return async (values, context, options) => {
    const check = await load().catch(() => null);
    return check ? check(values, context, options) : { values: values as unknown as Output, errors: {} };
  };
}
