import type { Step } from '@noek/db/database';
import type { Deps } from '../../../deps.ts';
import type { Invoice } from '../../../integrations/payments/payments.ts';
import { provenEmail, type UserRow } from '../../auth/auth.queries.ts';
import { mailStatement } from '../../outbox/enqueue-mail.ts';
import { receiptMail } from '../mails/subscription.mails.ts';
import { suspendedLinkOf } from '../mails/suspended-link.ts';
import type { InvoiceRow } from '../rules/subscription.queries.ts';

/** The paid invoices that no row is written for yet: each gets one receipt. Invoices of zero get none. */
export const withoutReceipt = (known: readonly Pick<InvoiceRow, 'id'>[], invoices: readonly Invoice[]): Invoice[] =>
  invoices.filter(
    ({ id, status, amountCents }) => status === 'paid' && amountCents > 0 && known.every((row) => row.id !== id),
  );

/**
 * The statements that mail the receipt of an invoice. They go into the step that inserts the invoice's row, whose key lets it happen
 * once, whatever number of processes read the invoice.
 */
export function mailReceipt(
  deps: Pick<Deps, 'config' | 'db' | 'now' | 'payments'>,
  step: Step,
  user: UserRow,
  invoice: Invoice,
): void {
  const isTest = deps.payments.provider === 'sandbox';
  const mail = receiptMail(deps.config, {
    name: user.name,
    link: suspendedLinkOf(deps.config, user, deps.now()),
    invoice,
    isTest,
  });
  step.add(mailStatement(deps, step.orm, { kind: 'receipt', to: provenEmail(user), userId: user.id, ...mail }));
}
