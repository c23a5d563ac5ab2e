import { Button, type ButtonSize } from './base/button.tsx';

/** Loads the next page of a list. Renders nothing if there is no next page. */
export function MoreButton(props: {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): unknown };
  label: string;
  /** The label while a page is loading. */
  loading?: string;
  size?: ButtonSize;
  className?: string;
}) {
  const { query, label, loading = label } = props;
  if (!query.hasNextPage) return null;
  return (
    <Button
      className={props.className ?? 'mt-5'}
      variant="quiet"
      size={props.size ?? 'sm'}
      disabled={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {query.isFetchingNextPage ? loading : label}
    </Button>
  );
}
