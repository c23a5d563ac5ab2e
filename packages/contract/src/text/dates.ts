import { z } from 'zod';

/** A date and time as sent over the network: ISO 8601 in UTC with milliseconds. */
export const isoDateSchema = z.iso.datetime();
