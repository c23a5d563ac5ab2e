const mark = '● ';
let titles: MutationObserver | null = null;

const addMark = () => {
  if (!document.title.startsWith(mark)) document.title = mark + document.title;
};

/** Marks the title of the page, also when it changes, until the page is seen. */
export function markTitle(): void {
  if (titles) return;
  addMark();
  titles = new MutationObserver(addMark);
  titles.observe(document.head, { childList: true, subtree: true, characterData: true });
}

/** Removes the mark. */
export function unmarkTitle(): void {
  titles?.disconnect();
  titles = null;
  if (document.title.startsWith(mark)) document.title = document.title.slice(mark.length);
}
