import { randomUUID } from 'node:crypto';
import type { StartCampaignInput } from '@noek/contract/campaigns/schemas';
import type { Database } from '@noek/db/database';
import { insertUser } from '@noek/db/testing/factories';
import { sendNextMail } from '../features/campaigns/sending/send-next-mail.ts';
import { createRecordingTransport, createTestCtx, type TestCtx, type TestCtxOptions } from './create-test-ctx.ts';
import { signedInAs } from './sign-in.ts';

/** A context with an administrator who is signed in, and what was sent. */
export async function openCampaigns(db: Database, options: Omit<TestCtxOptions, 'db'> = {}) {
  const mail = createRecordingTransport();
  const ctx = createTestCtx({ db, mail, ...options });
  const { id } = await insertUser(db, { name: 'Ida Admin', email: 'ida@people.example', accessLevel: 'admin' });
  return { ctx, mail, admin: await signedInAs(ctx, id) };
}

/** What an administrator sends, to all people unless `given` says otherwise. */
export const campaign = (given: Partial<StartCampaignInput> = {}): StartCampaignInput => ({
  id: randomUUID(),
  recipientType: 'all',
  recipients: [],
  subject: 'News',
  content: 'Hello.',
  format: 'text',
  ...given,
});

/** Sends what is due, as one process would. Returns how many mails it tried. */
export async function sendDue(ctx: TestCtx, most = 10_000): Promise<number> {
  let tried = 0;
  while (tried < most && (await sendNextMail(ctx)) !== null) tried++;
  return tried;
}
