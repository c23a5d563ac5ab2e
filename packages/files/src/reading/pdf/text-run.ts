/** A piece of text on one line of a page, as it is drawn. */
export type TextRun = {
  text: string;
  /** The place in the order in which the page draws its texts. */
  order: number;
  /** Where it begins on the page as it is shown, in points from its top left corner. */
  x: number;
  y: number;
  /** Where the run begins along its line, in points, and how long it is. */
  start: number;
  end: number;
  /** The baseline, in points across the lines: greater for later lines. */
  baseline: number;
  /** The size of the font, in points. */
  size: number;
  isRightToLeft: boolean;
  /** Whether the page draws a space between the run before in the order and this one. */
  hasSpaceBefore: boolean;
  /** The direction in which the text runs: degrees clockwise on the page, or letters below each other in lines from right to left. */
  direction: number | 'vertical';
};

/** The height of a run above and below its baseline, as shares of its size. */
export const ascent = 0.8;
export const descent = 0.2;
