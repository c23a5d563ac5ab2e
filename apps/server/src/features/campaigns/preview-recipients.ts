import type { CountRecipientsInput, RecipientCount } from '@noek/contract/campaigns/schemas';
import type { Ctx } from '../../context.ts';
import { requireAdministrator } from '../auth/session/require-administrator.ts';
import { countRecipients } from './recipients.queries.ts';

/** How many people an email would reach, and how many are left out. Throws UNAUTHORIZED and FORBIDDEN. */
export async function previewRecipients(ctx: Ctx, input: CountRecipientsInput): Promise<RecipientCount> {
  requireAdministrator(ctx);
  return countRecipients(ctx.db, input, ctx.now());
}
