import type {
  CampaignPreview,
  CampaignText,
  CountRecipientsInput,
  RecipientCount,
} from '@noek/contract/campaigns/schemas';
import { eq } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { administratorStep } from '../auth/administrators/administrator-step.ts';
import { requireAdministrator } from '../auth/administrators/require-administrator.ts';
import { provenEmail } from '../auth/auth.queries.ts';
import { takeRate } from '../auth/limits/rate-limit.ts';
import { announceMail, mailStatement } from '../outbox/enqueue-mail.ts';
import { campaignTexts, withFooter } from './campaign-texts.ts';
import { countRecipients } from './recipients.queries.ts';
import { asSent } from './sending/send-next-mail.ts';
import { unsubscribeUrl } from './unsubscribing/unsubscribe-token.ts';

/** Both forms of an email to many people, with the caller's own link in the footer. Throws UNAUTHORIZED, FORBIDDEN and BAD_REQUEST. */
export async function previewCampaign(ctx: Ctx, written: CampaignText): Promise<CampaignPreview> {
  const { user } = requireAdministrator(ctx);
  return withFooter(await campaignTexts(ctx, written), unsubscribeUrl(ctx.config, user.id));
}

const rate = { burst: 20, perMs: 60_000 };

/** Sends an email to the caller alone, as others would get it. Throws UNAUTHORIZED, FORBIDDEN, BAD_REQUEST and RATE_LIMITED. */
export async function sendTestEmail(ctx: Ctx, written: CampaignText): Promise<{ message: string }> {
  const { id: userId } = requireAdministrator(ctx).user;
  const { subject } = written;
  await takeRate(ctx, `test email ${userId}`, rate);
  const { users } = ctx.db.tables;
  const [me] = await ctx.db.orm.select().from(users).where(eq(users.id, userId));
  const to = me ? provenEmail(me) : '';
  const texts = { subject: `Test: ${subject}`, ...(await campaignTexts(ctx, written)) };
  const { bulk: _, ...mail } = asSent(ctx, texts, { userId });
  const entry = { action: 'campaign.tested', targetUserId: userId, detail: { subject: [null, subject] } };
  await administratorStep(ctx, entry, (step) =>
    step.add(mailStatement(ctx, step.orm, { kind: 'campaign-test', to, userId, ...mail })),
  );
  announceMail(ctx);
  return { message: `A test email is on its way to ${to}.` };
}

/** How many people an email would reach, and how many are left out. Throws UNAUTHORIZED and FORBIDDEN. */
export async function previewRecipients(ctx: Ctx, input: CountRecipientsInput): Promise<RecipientCount> {
  requireAdministrator(ctx);
  return countRecipients(ctx.db, input, ctx.now());
}
