const longestAlternative = 2_000;

/** The texts of diagrams in messages and of frames. */
export const diagramTexts = {
  /** The alternative of a drawing: what it is made from. */
  alternative: (code: string) => `Diagram: ${code.trim().slice(0, longestAlternative)}`,
  showCode: 'Show code',
  downloadSvg: 'Download SVG',
  downloadPng: 'Download PNG',
  drawing: 'Drawing…',
  notDrawn: 'This diagram cannot be drawn. Its code is shown instead.',
  offline: 'The diagram could not be drawn. Check the connection.',
} as const;
