import type { Invoice } from '@noek/contract/subscription/schemas';
import { usePublicConfig } from '../../../api/base/public-config.ts';
import { trpc } from '../../../api/trpc.ts';
import { Badge } from '../../../components/base/badge.tsx';
import { Skeleton } from '../../../components/base/skeleton.tsx';
import { Unreadable } from '../../../components/states/unreadable.tsx';
import { subscriptionTexts } from '../texts.ts';

const texts = subscriptionTexts.invoices;
const tones = { draft: 'neutral', open: 'warning', paid: 'success', void: 'neutral', uncollectible: 'danger' } as const;

/** The invoices, newest first. */
export function InvoiceList() {
  const query = trpc.subscription.invoices.useQuery();
  return (
    <div className="py-3.5 last:pb-0">
      <h3 className="font-medium text-base">{texts.title}</h3>
      {!query.data && !query.isError && <Skeleton className="mt-2 h-10 w-full" />}
      {!query.data && query.isError && (
        <Unreadable className="mt-2" text={texts.failed} onRetry={() => void query.refetch()} />
      )}
      {query.data?.length === 0 && <p className="text-sm text-text-muted">{texts.none}</p>}
      {query.data && query.data.length > 0 && (
        <table className="mt-1 w-full text-sm">
          <thead className="sr-only">
            <tr>
              {[texts.date, texts.state, texts.amount, texts.link].map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {query.data.map((invoice) => (
              <Row key={invoice.id} invoice={invoice} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function Row({ invoice }: { invoice: Invoice }) {
  const { createdAt, amountCents, refundedCents, currency, status } = invoice;
  const { origins } = usePublicConfig();
  // Our own pages open on the host of this page, where the person is signed in.
  const url = invoice.url?.startsWith(`${origins.chat}/`) ? invoice.url.slice(origins.chat.length) : invoice.url;
  return (
    <tr className="border-border border-t first:border-t-0">
      <td className="py-2 pr-3">{texts.day(createdAt)}</td>
      <td className="py-2 pr-3">
        {refundedCents > 0 ? (
          <Badge>
            {refundedCents < amountCents ? texts.refundedPart(texts.money(refundedCents, currency)) : texts.refunded}
          </Badge>
        ) : (
          <Badge tone={tones[status]}>{texts.states[status]}</Badge>
        )}
      </td>
      <td className="py-2 text-right tabular-nums">{texts.money(amountCents, currency)}</td>
      <td className="w-px py-1 pl-3 text-right">
        {url && (
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            aria-label={texts.viewOf(createdAt)}
            className="prose-link inline-flex min-h-(--size-control-sm) items-center whitespace-nowrap px-1"
          >
            {texts.view}
          </a>
        )}
      </td>
    </tr>
  );
}
