import type { TokenAccess } from '@noek/contract/auth/tokens';
import type { Access } from '@noek/contract/calls/operation';
import type { Ctx } from '../context.ts';
import { requireAdministrator } from '../features/auth/session/require-administrator.ts';
import { requireScope } from '../features/auth/session/require-scope.ts';
import { requireUser } from '../features/auth/session/require-user.ts';

/** Who may make a call, as its declaration says. A call that declares no token refuses all of them. */
export type Admission = { access: Access; token?: TokenAccess };

/** Refuses callers (UNAUTHORIZED, FORBIDDEN) whom a declaration does not admit, before their input is read. */
export function admit(ctx: Ctx, { access, token }: Admission): void {
  requireScope(ctx, token);
  if (access === 'signed-in') requireUser(ctx);
  if (access === 'admin') requireAdministrator(ctx);
}
