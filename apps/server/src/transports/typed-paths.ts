import { appRouter } from './router.ts';

export const typedEndpoint = '/api/trpc/';

/** The paths of the typed procedures of a type: "chat.send". */
export const typedPaths = (type: 'mutation' | 'subscription'): ReadonlySet<string> =>
  new Set(
    Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>)
      .filter(([, { _def }]) => _def.type === type)
      .map(([path]) => path),
  );
