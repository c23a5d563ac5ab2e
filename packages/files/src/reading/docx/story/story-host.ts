import type { XmlNode } from '../../word-tree.ts';
import type { Block } from '../blocks.ts';
import type { ChartText } from '../chart-blocks.ts';
import type { FieldStack } from '../fields/field-stack.ts';
import type { LeftBehind } from '../left-behind.ts';
import type { PartLinks } from '../package-parts.ts';
import type { Styles } from '../styles.ts';
import type { Notes } from './notes.ts';

/** What a part refers to and what was read before it, by the path in the archive. */
export type PartContent = {
  links: PartLinks;
  charts: ReadonlyMap<string, ChartText>;
  diagrams: ReadonlyMap<string, Block[]>;
  /** Documents of other kinds that are inserted as a whole. */
  chunks: ReadonlyMap<string, Block[]>;
};

/** What the readers of paragraphs, tables and drawings need of the story that they are in. */
export type StoryHost = {
  readonly styles: Styles;
  readonly part: PartContent;
  readonly left: LeftBehind;
  readonly notes: Notes;
  /** What is written for each comment. */
  readonly comments: ReadonlyMap<string, string>;
  readonly fields: FieldStack;
  /** Whether this is a header or a footer. */
  readonly isMargin: boolean;
  /** How many tables the place is in. */
  readonly tableDepth: number;
  /** The paragraphs and tables within an element. */
  blocksIn(node: XmlNode): Block[];
  /** The content of a cell, in one line. */
  cellText(cell: XmlNode): string;
};
