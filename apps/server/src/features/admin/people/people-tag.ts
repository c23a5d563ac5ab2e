import type { Ctx } from '../../../context.ts';
import { requireAdministrator } from '../../auth/administrators/require-administrator.ts';
import { peopleState } from './people.queries.ts';

/**
 * How many people there are, and the ETag of their list: the same as long as nothing that the list shows has changed. It depends on no
 * other part of the request, because a tag is only compared with one of the same address. Throws UNAUTHORIZED and FORBIDDEN.
 */
export async function peopleTag(ctx: Ctx): Promise<{ tag: string; total: number }> {
  requireAdministrator(ctx);
  const { version, total } = await peopleState(ctx.db);
  return { tag: `"people-${version}"`, total };
}
