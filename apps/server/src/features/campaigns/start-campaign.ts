import { randomUUID } from 'node:crypto';
import { campaignProblems } from '@noek/contract/campaigns/problems';
import type { SendEmailBody, StartCampaignInput, StartedCampaign } from '@noek/contract/campaigns/schemas';
import { emailSentText } from '@noek/contract/campaigns/texts';
import { isUniqueViolation, type Step } from '@noek/db/database';
import { and, count, eq, sql } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { administratorStep } from '../auth/administrators/administrator-step.ts';
import { requireAdministrator } from '../auth/administrators/require-administrator.ts';
import { campaignTexts } from './campaign-texts.ts';
import { countRecipients, getsIt, meantFor } from './recipients.queries.ts';
import { announceCampaigns } from './sending/campaigns-topic.ts';

const maxTries = 3;

/** The recipients changed between this step and the count, which is part of the audit entry. */
class RecipientsChanged extends Error {}

/**
 * Starts to send an email to many people, in the background. The recipients are fixed now: one row of the outbox per person, written in one
 * step with the campaign and its audit entry. An `id` that was started before returns what it returned then. Throws UNAUTHORIZED,
 * FORBIDDEN, BAD_REQUEST if it has no recipients or its Markdown cannot be rendered, and CONFLICT for the id of another email, or with the
 * flag `recipients` if the number of people differs from what the caller expects.
 */
export async function startCampaign(ctx: Ctx, input: StartCampaignInput): Promise<StartedCampaign> {
  const caller = requireAdministrator(ctx).user.id;
  const { id, recipientType, recipients } = input;
  if (recipientType === 'selected' && recipients.length === 0)
    throw new AppError('BAD_REQUEST', campaignProblems.noRecipients);
  // What cannot be rendered is refused now, while its author can change it.
  await campaignTexts(ctx, input);
  for (let tries = 1; tries <= maxTries; tries++) {
    const earlier = await startedBefore(ctx, input);
    if (earlier) return earlier;
    const counted = await countRecipients(ctx.db, input, ctx.now());
    if (counted.recipients === 0) throw noRecipients(counted.unsubscribed + counted.suspended > 0);
    const { confirmedRecipients = counted.recipients } = input;
    if (counted.recipients !== confirmedRecipients)
      throw new AppError('CONFLICT', campaignProblems.recipientsChanged(counted.recipients, confirmedRecipients), {
        flags: { recipients: counted.recipients },
      });
    try {
      await administratorStep(ctx, auditOf(input, counted), (step) =>
        insertCampaign(ctx, step, caller, input, counted),
      );
    } catch (error) {
      if (error instanceof RecipientsChanged || isUniqueViolation(error)) continue;
      throw error;
    }
    announceCampaigns(ctx);
    return { id, message: emailSentText, recipients: counted.recipients };
  }
  throw new AppError('CONFLICT', 'The recipients changed in the meantime. Please try again.');
}

/** The same for callers who make no id. */
export const sendEmail = (ctx: Ctx, body: SendEmailBody): Promise<StartedCampaign> =>
  startCampaign(ctx, { ...body, id: randomUUID() });

type Counted = Awaited<ReturnType<typeof countRecipients>>;

const auditOf = ({ id, subject, recipientType }: StartCampaignInput, { recipients }: Counted) => ({
  action: 'campaign.sent',
  targetUserId: null,
  detail: { campaign: id, subject: [null, subject], recipients: [null, `${recipients} (${recipientType})`] },
});

/** The campaign and its mails. The step throws RecipientsChanged if these are not as many as were counted. */
function insertCampaign(ctx: Ctx, step: Step, caller: string, input: StartCampaignInput, counted: Counted): void {
  const { campaigns, outbox, users } = ctx.db.tables;
  const { id, recipientType, subject, content, format } = input;
  const { recipients: total, unsubscribed, suspended } = counted;
  const createdAt = ctx.now();
  // The id of a mail names campaign and person, so that no person gets two. The columns are in the order of the table.
  const mails = step.orm
    .select({
      id: sql`${campaigns.id} || '-' || ${users.id}`.as('id'),
      kind: sql`'campaign'`.as('kind'),
      recipient: sql`coalesce(${users.previousEmail}, ${users.email})`.as('recipient'),
      userId: users.id,
      subject: sql`''`.as('subject'),
      text: sql`''`.as('text'),
      html: sql`''`.as('html'),
      headers: sql`'{}'`.as('headers'),
      status: sql`'pending'`.as('status'),
      attempts: sql`0`.as('attempts'),
      nextAttemptAt: campaigns.createdAt,
      lastError: sql`null`.as('last_error'),
      createdAt: campaigns.createdAt,
      sentAt: sql`null`.as('sent_at'),
      forgetWhenDone: sql`false`.as('forget_when_done'),
      campaignId: campaigns.id,
    })
    .from(campaigns)
    .innerJoin(users, and(getsIt(ctx.db), meantFor(ctx.db, input, createdAt)))
    .where(eq(campaigns.id, id));
  step.add(
    step.orm.insert(campaigns).values({
      id,
      recipientType,
      subject,
      content,
      format,
      total,
      unsubscribed,
      suspended,
      createdAt,
      createdBy: caller,
      status: 'sending',
    }),
  );
  step.add(step.orm.insert(outbox).select(mails as never));
  const written = step.add(step.orm.select({ count: count() }).from(outbox).where(eq(outbox.campaignId, id)));
  step.check(() => {
    if (written.rows[0]?.count !== total) throw new RecipientsChanged();
  });
}

async function startedBefore({ db }: Ctx, input: StartCampaignInput): Promise<StartedCampaign | null> {
  const { campaigns } = db.tables;
  const [earlier] = await db.orm.select().from(campaigns).where(eq(campaigns.id, input.id));
  if (!earlier) return null;
  const isSame = (['recipientType', 'subject', 'content', 'format'] as const).every(
    (key) => earlier[key] === input[key],
  );
  if (!isSame) throw new AppError('CONFLICT', 'Another email was sent with this id. Use a new one.');
  return { id: input.id, message: emailSentText, recipients: earlier.total };
}

const noRecipients = (isLeftOut: boolean) =>
  new AppError(
    'BAD_REQUEST',
    isLeftOut
      ? 'Nobody would get this email: these people have unsubscribed or are suspended.'
      : 'Nobody would get this email: no account belongs to these recipients.',
  );
