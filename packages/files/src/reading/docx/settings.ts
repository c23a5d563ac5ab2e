import type { NoteNumbers } from './notes.ts';
import { childOf, eachUnit, numberOf, propertyOf, switchOf, type XmlNode } from './xml-tree.ts';

/** The settings of a document on which its text depends. */
export type Settings = {
  /** Pages with even numbers have headers of their own. */
  hasEvenMargins: boolean;
  footnote: NoteNumbers;
  endnote: NoteNumbers;
};

export function settingsIn(xml = '<settings/>'): Settings {
  let settings: XmlNode | undefined;
  eachUnit(xml, new Set(['settings']), {
    unit: (node) => {
      settings = node;
    },
  });
  return {
    hasEvenMargins: switchOf(settings, 'evenAndOddHeaders') === true,
    footnote: noteNumbers(childOf(settings, 'footnotePr'), 'decimal'),
    endnote: noteNumbers(childOf(settings, 'endnotePr'), 'lowerRoman'),
  };
}

const noteNumbers = (properties: XmlNode | undefined, usual: string): NoteNumbers => ({
  format: propertyOf(properties, 'numFmt') ?? usual,
  start: numberOf(properties, 'numStart') ?? 1,
});
