/** What an administrator reads when an email to many people was accepted. */
export const emailSentText = 'Email has been sent successfully to selected users.';
