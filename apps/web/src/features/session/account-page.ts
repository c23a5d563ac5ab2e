/** The address of the account page, and of its section with the switches of memory and model training. */
export const accountPage = '/account';
export const dataControlsPage = `${accountPage}#data`;
