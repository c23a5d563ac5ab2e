import type { File as SentFile } from '@noek/contract/files/schemas';

const prefix = 'waiting:';

/** The database with the bytes of files that wait for a connection. */
export const waitingFilesDatabase = 'noek-files';

/** The local id of a file that is kept on this device until it can be uploaded. */
export const waitingFileId = (random: string): string => `${prefix}${random}`;

/** Whether a file of a draft or of an unsent message is not on the server yet. */
export const isWaitingFile = ({ id }: Pick<SentFile, 'id'>): boolean => id.startsWith(prefix);
