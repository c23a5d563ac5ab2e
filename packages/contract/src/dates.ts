import { z } from 'zod';

/** A moment as it travels: ISO 8601 in UTC with milliseconds. */
export const isoDateSchema = z.iso.datetime();
