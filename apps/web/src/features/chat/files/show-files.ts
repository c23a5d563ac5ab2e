import type { File } from '@noek/contract/files/schemas';
import { createContext, useContext } from 'react';
import type { SharedIn } from './file-kind.ts';

export type ShownFile = Pick<File, 'id' | 'name'>;

/** The viewer of a conversation: some files, the one to begin with and its page. */
export type Shown = {
  conversationId: number | null;
  files: readonly ShownFile[];
  at: number;
  page: number | undefined;
};

/** Opens the viewer from outside of the conversation on screen, as soon as its conversation is. */
export const viewer: { show: (shown: Shown) => void } = { show: () => {} };

/** Opens the viewer at one of several files, at one of its pages. */
export type ShowFiles = (files: readonly ShownFile[], at: number, page?: number) => void;

/** How the files of the conversation on screen are opened, and where they come from. */
export const ShowFilesContext = createContext<{ show: ShowFiles | null; sharedIn: SharedIn }>({
  show: null,
  sharedIn: null,
});

/** Null where no files can be opened. */
export const useShowFiles = (): ShowFiles | null => useContext(ShowFilesContext).show;

export const useSharedIn = (): SharedIn => useContext(ShowFilesContext).sharedIn;
