/** How many webhooks a person can have. */
export const webhookLimit = 10;
/** The longest address of a webhook, in characters. */
export const maxWebhookUrlLength = 2_000;
/** How much of an answer's text an event has, in UTF-16 code units. */
export const maxAnswerInEvent = 20_000;
/** How much of the text of all its documents an event has, in UTF-16 code units. */
export const maxDocumentsInEvent = 20_000;
/** Deliveries are kept this long. */
export const deliveryDays = 30;
