/** The first and the last page of pages that follow each other. */
export type PageRange = [from: number, to: number];

/** Page numbers as ranges, in order and each page once: 5, 3, 4 and 17 are [3, 5] and [17, 17]. */
export function pageRanges(numbers: Iterable<number>): PageRange[] {
  const ranges: PageRange[] = [];
  for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges;
}
