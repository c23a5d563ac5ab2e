import type { SearchHit } from '@noek/contract/chat/search';

/** A snippet with its hits marked. */
export function MarkedText({ snippet, marks }: Pick<SearchHit, 'snippet' | 'marks'>) {
  const parts: React.ReactNode[] = [];
  let end = 0;
  for (const [start, length] of marks) {
    // The marks of several words may touch or overlap.
    const from = Math.max(start, end);
    if (start + length <= end) continue;
    parts.push(snippet.slice(end, from));
    end = start + length;
    parts.push(
      <mark key={from} className="rounded-[0.1875rem] bg-accent-soft font-medium text-accent-ink">
        {snippet.slice(from, end)}
      </mark>,
    );
  }
  return (
    <>
      {parts}
      {snippet.slice(end)}
    </>
  );
}
