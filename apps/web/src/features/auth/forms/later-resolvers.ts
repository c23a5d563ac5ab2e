import type { FieldValues, Resolver } from 'react-hook-form';

const loadResolvers = () => import('./form-resolvers.ts');

/** Loads the code that checks the forms, before it is needed. */
export const preloadResolvers = () => void loadResolvers().catch(() => {});

/**
 * The checks of the sign-in and sign-up forms. Their code is as large as all other code of the page, so it loads on the first input. If
 * it cannot be loaded, the server's checks remain, and a lost connection is reported by the call.
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
