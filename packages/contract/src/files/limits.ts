const MB = 1024 * 1024;

/** The largest file, in bytes, of people with an account and of guests. */
export const maxFileBytes = { person: 25 * MB, guest: 10 * MB } as const;

/** How many files a guest can add within 24 hours. */
export const filesOfGuestPerDay = 5;

/** The largest picture, in megapixels. */
export const maxMegapixels = 50;

/** How many characters of a file's text are read. */
export const maxCharactersRead = 2_000_000;

/** How many files a message can have. */
export const maxFilesOfMessage = 10;

/** How many uploads are received at once: all files of a message, all that a guest can add in a day, and those of a few people. */
export const uploadsAtOnce = { person: maxFilesOfMessage, guest: filesOfGuestPerDay, network: 30 } as const;

export const maxFileNameLength = 200;

/** How many hours a file is kept that belongs to no message. */
export const unsentFileHours = 24;

/** From how many characters on a pasted text is offered as a file. */
export const longPaste = 10_000;
