import { type Annotation, annotationTypes } from './annotations.ts';
import { boxOf, runsIn } from './laid-runs.ts';
import type { TextRun } from './text-run.ts';

/** A label is at most this far from its box, in points. */
const labelDistance = 40;
/** What programs call the ticked state of a box when people gave it no name. */
const emptyName = /^(?:yes|on|off|ja|oui|true|false|choice ?\d*|button ?\d*|\d*)$/i;

/** A list shows about so many entries without scrolling. */
const mostShown = 12;

/** The values of a page's form as runs in their places, so that they are beside their labels. */
export function fieldRuns(
  annotations: readonly Annotation[],
  drawn: readonly TextRun[],
  viewport: readonly number[],
): TextRun[] {
  const runs: TextRun[] = [];
  for (const field of annotations) {
    if (field.annotationType !== annotationTypes.widget) continue;
    const text = field.checkBox || field.radioButton ? tickOf(field, drawn, viewport) : labelled(field, drawn);
    if (text !== '') runs.push(...runsIn(field, text, viewport, drawn.length + runs.length));
  }
  return runs;
}

/** A box that is ticked or not; with the name of its value if the page draws none beside it. */
function tickOf(field: Annotation, drawn: readonly TextRun[], viewport: readonly number[]): string {
  const own = field.checkBox ? field.exportValue : field.buttonValue;
  const isTicked = typeof own === 'string' && own !== 'Off' && field.fieldValue === own;
  const mark = isTicked ? '☑' : '☐';
  if (hasLabel(field, drawn, viewport, 'right')) return mark;
  const name = field.alternativeText || (own && !emptyName.test(own) ? own : '');
  if (name !== '' && (isTicked || field.radioButton)) return `${mark} ${name}`;
  return isTicked && !hasLabel(field, drawn, viewport, 'left') ? `${mark} ${field.fieldName ?? ''}`.trim() : mark;
}

/** The value of a field; with its description if the page draws no text at all, as one whose labels are a picture. */
function labelled(field: Annotation, drawn: readonly TextRun[]): string {
  const value = valueIn(field);
  const isNamed = !field.alternativeText || drawn.length > 0;
  return value === '' || isNamed ? value : `${field.alternativeText}: ${value}`;
}

function valueIn(field: Annotation): string {
  const { fieldType, fieldValue, options = [], textContent = [], password } = field;
  if (password || (fieldType !== 'Tx' && fieldType !== 'Ch')) return '';
  const values = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter((value) => typeof value === 'string');
  if (isOpenList(field))
    return options
      .map((option) => `${values.includes(option.exportValue) ? '☑' : '☐'} ${option.displayValue}`)
      .join('\n');
  const shown = values.map((value) => options.find((option) => option.exportValue === value)?.displayValue ?? value);
  const text = shown.join('\n').trim();
  return text === '' ? textContent.join('\n').trim() : text;
}

/** Whether a field shows all that can be chosen, not only what was. */
const isOpenList = ({ fieldType, combo, options = [] }: Annotation) =>
  fieldType === 'Ch' && combo === false && options.length <= mostShown;

/** Whether the page draws a text near the left or the right of a box. */
function hasLabel(
  field: Annotation,
  drawn: readonly TextRun[],
  viewport: readonly number[],
  side: 'left' | 'right',
): boolean {
  const box = boxOf(field.rect, viewport);
  return drawn.some(({ direction, baseline, size, start, end }) => {
    if (direction !== 0 || baseline < box.top - 2 || baseline - 0.7 * size > box.bottom + 2) return false;
    return side === 'right'
      ? start > box.left && start < box.right + labelDistance
      : end < box.right && end > box.left - labelDistance * 3;
  });
}
