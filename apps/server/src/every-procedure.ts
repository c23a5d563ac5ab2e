import type { TokenAccess } from '@noek/contract/tokens';
import { appRouter } from './router.ts';

/** A typed procedure as its router declares it. */
export type DeclaredProcedure = {
  /** "chat.send" */
  path: string;
  type: 'query' | 'mutation' | 'subscription';
  /** Which personal API tokens may call it; undefined if that was not decided. */
  token: TokenAccess | undefined;
};

type Declaration = { _def: { type: DeclaredProcedure['type']; meta?: { token: TokenAccess } } };

/** Every typed procedure. At run time the router's record is flat ("auth.user"), unlike its type. */
export const everyProcedure = (): DeclaredProcedure[] =>
  Object.entries(appRouter._def.procedures as unknown as Record<string, Declaration>).map(([path, { _def }]) => ({
    path,
    type: _def.type,
    token: _def.meta?.token,
  }));
