import { trpc } from '../../../../api/trpc.ts';
import { When } from '../../../../components/dates/when.tsx';
import { MoreButton } from '../../../../components/more-button.tsx';
import { Item, Items } from '../../item.tsx';
import { ReadSection } from '../../section-states.tsx';
import { eventTexts as texts } from './texts.ts';

/** What happened to the security of the account in the last 90 days, the latest first. */
export function SecurityEvents() {
  const query = trpc.auth.securityEvents.useInfiniteQuery(
    {},
    { getNextPageParam: ({ nextCursor }) => nextCursor, staleTime: 0 },
  );
  return (
    <ReadSection query={query} label={texts.loading} lines={2}>
      {({ pages }) => {
        const events = pages.flatMap((page) => page.events);
        if (events.length === 0) return <p className="text-text-muted">{texts.empty}</p>;
        return (
          <>
            <Items>
              {events.map(({ id, kind, at, device, network, detail }) => (
                <Item
                  key={id}
                  title={<span dir="auto">{texts.what[kind](detail)}</span>}
                  control={
                    <span className="text-sm text-text-muted">
                      <When at={at} />
                    </span>
                  }
                >
                  {[device, network].filter((known) => known !== null).join(' · ')}
                </Item>
              ))}
            </Items>
            <MoreButton query={query} label={texts.more} loading={texts.loadingMore} />
          </>
        );
      }}
    </ReadSection>
  );
}
