import { type Column, type Placeholder, type SQL, sql } from 'drizzle-orm';

/** A value of an UPDATE, converted as its column demands. */
export const bound = (column: Column, placeholder: Placeholder): SQL => sql`${sql.param(placeholder, column)}`;
