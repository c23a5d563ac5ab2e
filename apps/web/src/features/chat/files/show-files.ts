import type { File } from '@noek/contract/files/schemas';
import { createAtom, useSelector } from '@tanstack/react-store';
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

const shownFiles = createAtom<Shown | null>(null);

/** Opens the viewer as soon as its conversation is on screen (null: closes it). */
export const showFilesOf = (shown: Shown | null): void => shownFiles.set(shown);

/** What the viewer shows, or null. */
export const useShownFiles = (): Shown | null => useSelector(shownFiles);

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
