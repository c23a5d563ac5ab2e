/**
 * The version of the readers of files. It rises when they read more of a file than before: all files that were read with an older one are then
 * read again, once, when nothing else waits.
 */
export const readerVersion = 1;
