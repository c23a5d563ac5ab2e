/** The texts of the update banner. */
export const updateTexts = { title: 'Website Updated!', reload: 'Reload Now', dismiss: 'Dismiss' } as const;
