import { createContext, useContext } from 'react';

/** A finished code block of an answer. */
export type FinishedBlock = {
  code: string;
  language: string | null;
  /** What follows the language on the line of the fence. */
  info: string;
  /** The block on the page. */
  figure: HTMLElement;
};

/** How the code blocks of the surrounding answer open as documents. */
export type OpenBlocks = {
  canOpen: (block: Pick<FinishedBlock, 'code' | 'language'>) => boolean;
  open: (block: FinishedBlock) => void;
};

/** null where no block can be opened. */
export const OpenBlocksContext = createContext<OpenBlocks | null>(null);

export const useOpenBlocks = (): OpenBlocks | null => useContext(OpenBlocksContext);
