import { describeOnEngines } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { cardOf } from '@noek/payment-sandbox/testing/start-sandbox';
import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/create-test-app.ts';
import { mailsTo } from '../../testing/read-outbox.ts';
import { createScriptedLlm } from '../../testing/stand-ins/scripted-llm.ts';
import { startPayments } from '../../testing/start-payments.ts';
import { reconcile } from './keeping/reconcile.ts';
import { findCustomer } from './rules/subscription.queries.ts';

const HOUR = 60 * 60 * 1000;

describeOnEngines('the page after a payment at Stripe', (open) => {
  test.each(['/v1/charges', '/v1/invoices'])(
    'gets the granted plan while only %s fails, and the receipt follows',
    async (path) => {
      const db = await open();
      const { payments: stripe, sandbox, clock, failCalls } = startPayments(db);
      const payments = { ...stripe, provider: 'stripe' as const, publishableKey: 'pk_test_1', sandbox: null };
      const { ctx, signedIn } = createTestApp(db, createScriptedLlm(), { clock, payments });
      const user = await insertUser(db);
      const me = await signedIn(user.id);
      const post = (name: string) => me.json(`/api/subscription/${name}`, { method: 'POST' });
      const { clientSecret } = (await post('create')).body as { clientSecret: string };
      const { customerId = '' } = (await findCustomer(db, user.id)) ?? {};
      await sandbox.confirm({ clientSecret, customerId, ...cardOf() });

      failCalls(path);
      expect(await post('refresh')).toMatchObject({
        status: 200,
        body: { isActive: true, plan: 'supernoek', state: 'active' },
      });
      expect((await me.json('/api/auth/user')).body).toMatchObject({ accessLevel: 'supernoek' });
      expect(await mailsTo(db, user.email)).not.toContainEqual(expect.objectContaining({ kind: 'receipt' }));

      failCalls(null);
      clock.advance(HOUR + 1);
      await reconcile(ctx);
      expect((await mailsTo(db, user.email)).filter(({ kind }) => kind === 'receipt')).toHaveLength(1);
    },
  );
});
