/** What the update banner says. */
export const updateTexts = { title: 'Website Updated!', reload: 'Reload Now', dismiss: 'Dismiss' } as const;
