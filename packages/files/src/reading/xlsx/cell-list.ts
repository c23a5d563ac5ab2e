/**
 * The cells of a sheet that have content, in the order of rows and columns. Flat lists, because objects for half a million cells need too much
 * memory, and sheets may have a cell far away from all others.
 */
export class CellList {
  readonly rows: number[] = [];
  readonly columns: number[] = [];
  readonly texts: string[] = [];
  #isSorted = true;

  get count(): number {
    return this.texts.length;
  }

  add(row: number, column: number, text: string): void {
    const last = this.count - 1;
    const [lastRow = 0, lastColumn = 0] = [this.rows[last], this.columns[last]];
    if (row < lastRow || (row === lastRow && column <= lastColumn)) this.#isSorted = false;
    this.rows.push(row);
    this.columns.push(column);
    this.texts.push(text);
  }

  /** Puts the cells into their order. Of cells at the same place, the first one that was added stays. */
  sort(): void {
    if (this.#isSorted) return;
    const { rows, columns, texts } = { rows: [...this.rows], columns: [...this.columns], texts: [...this.texts] };
    const order = rows.map((_, at) => at);
    const at = (list: readonly number[], place: number) => list[place] ?? 0;
    order.sort((a, b) => at(rows, a) - at(rows, b) || at(columns, a) - at(columns, b) || a - b);
    this.rows.length = 0;
    this.columns.length = 0;
    this.texts.length = 0;
    for (const place of order) {
      const last = this.count - 1;
      if (this.rows[last] === rows[place] && this.columns[last] === columns[place]) continue;
      this.rows.push(at(rows, place));
      this.columns.push(at(columns, place));
      this.texts.push(texts[place] ?? '');
    }
    this.#isSorted = true;
  }

  /** Where the first cell is that is not before this place. For sorted cells. */
  placeOf(row: number, column: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      const [itsRow = 0, itsColumn = 0] = [this.rows[middle], this.columns[middle]];
      if (itsRow < row || (itsRow === row && itsColumn < column)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
