import type { TokenAccess } from '@noek/contract/auth/tokens';
import type { Access } from '@noek/contract/calls/operation';
import type { z } from 'zod';
import { appRouter } from '../transports/router.ts';

/** A typed procedure as its router declares it. */
export type DeclaredProcedure = {
  /** "chat.send" */
  path: string;
  type: 'query' | 'mutation' | 'subscription';
  /** Which personal API tokens may call it; undefined if that was not decided. */
  token: TokenAccess | undefined;
  /** Whether it refuses everybody except administrators before it reads its input. */
  isForAdministrators: boolean;
  input: z.ZodType | undefined;
  /** Undefined for subscriptions. */
  output: z.ZodType | undefined;
};

type Declaration = {
  _def: {
    type: DeclaredProcedure['type'];
    meta?: { access: Access; token: TokenAccess };
    inputs: z.ZodType[];
    output?: z.ZodType;
  };
};

/** Every typed procedure. At run time the router's record is flat ("auth.user"), unlike its type. */
export const everyProcedure = (): DeclaredProcedure[] =>
  Object.entries(appRouter._def.procedures as unknown as Record<string, Declaration>).map(([path, { _def }]) => ({
    path,
    type: _def.type,
    token: _def.meta?.token,
    isForAdministrators: _def.meta?.access === 'admin',
    input: _def.inputs[0],
    output: _def.output,
  }));
