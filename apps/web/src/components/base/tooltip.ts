/** The side of its element on which a tooltip opens, if there is room. */
export type TooltipSide = 'top' | 'right' | 'bottom' | 'left';

/** Attributes that give an element a tooltip. It repeats or explains a label and never replaces it. */
export const tooltip = (text: string, side: TooltipSide = 'bottom') => ({
  'data-tooltip': text,
  'data-tooltip-side': side,
});
