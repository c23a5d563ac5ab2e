import { childOf, eachUnit, numberOf, propertyOf, switchOf, type XmlNode } from '../word-tree.ts';
import type { NoteNumbers } from './story/notes.ts';

/** The settings of a document on which its text depends. */
export type Settings = {
  /** Pages with even numbers have headers of their own. */
  hasEvenMargins: boolean;
  footnote: NoteNumbers;
  endnote: NoteNumbers;
};

/** Reads the settings. Sections may number their notes in another way; that of the first one to do so is taken. */
export function settingsIn(xml = '<settings/>', body = ''): Settings {
  let settings: XmlNode | undefined;
  eachUnit(xml, new Set(['settings']), {
    unit: (node) => {
      settings = node;
    },
  });
  return {
    hasEvenMargins: switchOf(settings, 'evenAndOddHeaders') === true,
    footnote: noteNumbers(noteProperties(footnotes, body), childOf(settings, 'footnotePr'), 'decimal'),
    endnote: noteNumbers(noteProperties(endnotes, body), childOf(settings, 'endnotePr'), 'lowerRoman'),
  };
}

const footnotes = /<(?:\w+:)?footnotePr>.{0,500}?<\/(?:\w+:)?footnotePr>/s;
const endnotes = /<(?:\w+:)?endnotePr>.{0,500}?<\/(?:\w+:)?endnotePr>/s;

/** The properties of notes in a section, which come after the text with the notes. */
function noteProperties(pattern: RegExp, body: string): XmlNode | undefined {
  const [xml] = pattern.exec(body) ?? [];
  let properties: XmlNode | undefined;
  if (xml !== undefined)
    eachUnit(xml, new Set(['footnotePr', 'endnotePr']), {
      unit: (node) => {
        properties = node;
      },
    });
  return properties;
}

const noteNumbers = (section: XmlNode | undefined, all: XmlNode | undefined, usual: string): NoteNumbers => ({
  format: propertyOf(section, 'numFmt') ?? propertyOf(all, 'numFmt') ?? usual,
  start: numberOf(section, 'numStart') ?? numberOf(all, 'numStart') ?? 1,
});
