/** What is shown of a text at most, in characters. A browser lays out no more of it in a blink. */
const longestShown = 400_000;

/** A text as it was written, with every space and line break. */
export function PlainText({ text }: { text: string }) {
  return (
    <>
      <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {text.slice(0, longestShown)}
      </p>
      {text.length > longestShown && <p>The rest is too long to be shown. Copy takes all of it.</p>}
    </>
  );
}
