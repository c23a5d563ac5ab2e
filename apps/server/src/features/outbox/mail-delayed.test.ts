import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { MailError } from '../../integrations/mail/mail.ts';
import { createRecordingTransport, createTestCtx } from '../../testing/create-test-ctx.ts';
import { claimDueMail, deliverMail } from './due-mail.ts';
import { mailStatement } from './enqueue-mail.ts';
import { isMailDelayed } from './mail-delayed.ts';

describeOnEngines('isMailDelayed', (open) => {
  test('is true from the first failed attempt until a mail has been sent', async () => {
    const mail = createRecordingTransport();
    const ctx = createTestCtx({ db: await open(), mail });
    const enqueue = () =>
      ctx.db.write((orm) =>
        mailStatement(ctx, orm, { kind: 'verify-email', to: 'ada@people.example', subject: 's', text: 't', html: 'h' }),
      );
    const deliver = async () => {
      for (const row of await claimDueMail(ctx, 5)) await deliverMail(ctx, row);
    };
    await enqueue();
    expect(await isMailDelayed(ctx)).toBe(false);
    mail.failWith = new MailError('connection refused', false);
    await deliver();
    expect(await isMailDelayed(ctx)).toBe(true);
    ctx.clock.advance(1_000);
    mail.failWith = null;
    await enqueue();
    await deliver();
    expect(await isMailDelayed(ctx)).toBe(false);
  });

  test('a mail that was given up delays none', async () => {
    const mail = createRecordingTransport();
    mail.failWith = new MailError('550 at RCPT TO', true);
    const ctx = createTestCtx({ db: await open(), mail });
    await ctx.db.write((orm) =>
      mailStatement(ctx, orm, { kind: 'verify-email', to: 'ada@people.example', subject: 's', text: 't', html: 'h' }),
    );
    for (const row of await claimDueMail(ctx, 5)) await deliverMail(ctx, row);
    expect(await isMailDelayed(ctx)).toBe(false);
  });
});
