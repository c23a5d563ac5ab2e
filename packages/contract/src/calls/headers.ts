/** The header with which our pages name the browser's time zone: "Europe/Berlin". */
export const timeZoneHeader = 'X-Time-Zone';
