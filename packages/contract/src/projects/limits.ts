/** The longest name of a project, in characters. */
export const maxProjectNameLength = 80;

/** The longest instructions of a project or an account, in characters. */
export const maxInstructionsLength = 8_000;

/** How many projects a person may have, those in the trash included. */
export const maxProjects = 500;

/** How many files a project may have. */
export const maxFilesOfProject = 100;

/** The colours that the screens offer for a project. */
export const projectColors = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink'] as const;
export const defaultProjectColor = 'gray';
