import type { Access, FreshProof } from '@noek/contract/calls/operation';
import type { TokenAccess } from '@noek/contract/calls/token-scopes';
import type { Ctx } from '../context.ts';
import { requireAdministrator } from '../features/auth/administrators/require-administrator.ts';
import { requireFreshProof } from '../features/auth/proof/require-fresh-proof.ts';
import { requireScope } from '../features/auth/session/require-scope.ts';
import { requireUser } from '../features/auth/session/require-user.ts';

/** Who may make a call, as its declaration says. A call that declares no token refuses all of them. */
export type Admission = { access: Access; token?: TokenAccess; freshProof?: FreshProof };

/** Refuses callers (UNAUTHORIZED, FORBIDDEN, FRESH_PROOF_REQUIRED) whom a declaration does not admit, before their input is read. */
export function admit(ctx: Ctx, { access, token, freshProof }: Admission): void {
  requireScope(ctx, token);
  if (access === 'signed-in') requireUser(ctx);
  if (access === 'admin') requireAdministrator(ctx);
  if (freshProof) requireFreshProof(ctx, freshProof);
}
