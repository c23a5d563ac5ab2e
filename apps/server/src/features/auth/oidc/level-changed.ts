/** Something else has changed the level of an account in the meantime. The sign-in begins again. */
export class LevelChanged extends Error {}
