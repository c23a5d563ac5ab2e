import { trpc } from '../../api/trpc.ts';
import { When } from '../../components/dates/when.tsx';
import { MoreButton } from '../../components/more-button.tsx';
import { Item, Items } from './item.tsx';
import { ReadSection } from './section-states.tsx';
import { accountTexts } from './texts.ts';

const texts = accountTexts.views;

/** When administrators opened the user's messages, and why. */
export function ChatViews() {
  const query = trpc.auth.chatViews.useInfiniteQuery({}, { getNextPageParam: ({ nextCursor }) => nextCursor });
  return (
    <ReadSection query={query} label={texts.loading} lines={1}>
      {({ pages }) => {
        const views = pages.flatMap((page) => page.views);
        if (views.length === 0) return <Item title={texts.empty}>{texts.emptyHint}</Item>;
        return (
          <>
            <Items>
              {views.map((view) => (
                <Item
                  key={view.id}
                  title={<span dir="auto">{view.administrator ?? texts.formerAdministrator}</span>}
                  control={
                    <span className="text-sm text-text-muted">
                      <When at={view.viewedAt} />
                    </span>
                  }
                >
                  <p dir="auto">{view.reason ?? texts.noReason}</p>
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
