import { html } from 'hono/html';
import { intentOf } from './payments-of-invoices.ts';
import type { World } from './world.ts';

const money = (cents: number) => `$${(cents / 100).toFixed(2)}`;
const day = (seconds: number) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(seconds * 1_000);

/** An invoice to print: a whole HTML document with the stylesheet of the help pages. Null if the customer has none with this id. */
export function invoicePage(world: World, invoiceId: string): string | null {
  const invoice = world.get('invoice', invoiceId);
  if (!invoice) return null;
  const charge = world.get('charge', String(intentOf(world, invoice).latest_charge));
  const method = charge?.paid ? world.get('payment_method', charge.payment_method ?? '') : null;
  const words = { paid: 'Paid', open: 'Open', void: 'Void', draft: 'Draft', uncollectible: 'Uncollectible' };
  const status = words[invoice.status as keyof typeof words];
  const refunded = charge?.amount_refunded ?? 0;
  const rows: [string, string][] = [
    ['Invoice number', invoice.number ?? ''],
    ['Date of issue', day(invoice.created)],
    ['Status', refunded === invoice.amount_paid && refunded > 0 ? 'Refunded' : status],
    ['Bill to', invoice.customer_email ?? ''],
    ...(method?.card ? [['Paid with', `Card ending in ${method.card.last4}`] as [string, string]] : []),
  ];
  return String(html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>Invoice ${invoice.number} · Noek</title>
    <link rel="stylesheet" href="/help/style.css">
  </head>
  <body><main>
    <h1>Invoice</h1>
    <p>Test payments: no money was taken.</p>
    <dl>${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
    <table>
      <thead><tr><th scope="col">Description</th><th scope="col">Period</th><th scope="col">Amount</th></tr></thead>
      <tbody>${invoice.lines.data.map(
        (line) => html`<tr>
        <td>${line.description}</td><td>${day(line.period.start)} – ${day(line.period.end)}</td><td>${money(line.amount)}</td>
      </tr>`,
      )}</tbody>
      <tfoot>
        <tr><th scope="row" colspan="2">Total</th><td>${money(invoice.total)}</td></tr>
        <tr><th scope="row" colspan="2">Amount paid</th><td>${money(invoice.amount_paid)}</td></tr>
        ${refunded > 0 ? html`<tr><th scope="row" colspan="2">Refunded</th><td>${money(refunded)}</td></tr>` : ''}
        <tr><th scope="row" colspan="2">Amount due</th><td>${money(invoice.status === 'open' ? invoice.amount_remaining : 0)}</td></tr>
      </tfoot>
    </table>
  </main></body>
</html>`);
}
