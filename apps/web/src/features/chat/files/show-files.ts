import type { File } from '@noek/contract/files/schemas';
import { createContext, useContext } from 'react';

export type ShownFile = Pick<File, 'id' | 'name'>;

/** Opens the viewer at one of several files, at one of its pages. */
export type ShowFiles = (files: readonly ShownFile[], at: number, page?: number) => void;

/** Null where files cannot be opened, because they belong to another person. */
export const ShowFilesContext = createContext<ShowFiles | null>(null);

export const useShowFiles = (): ShowFiles | null => useContext(ShowFilesContext);
