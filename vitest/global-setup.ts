import { makeTemplateDatabase } from '@noek/db/testing/postgres';
import { startPostgres } from './start-postgres.ts';

/**
 * Starts a real PostgreSQL server for the run and passes the URL of its migrated template database to the tests in
 * NOEK_TEST_POSTGRES_URL. With NOEK_TEST_ENGINES=sqlite no server is started. If NOEK_TEST_POSTGRES_URL is already set, that server
 * is used instead.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.NOEK_TEST_ENGINES === 'sqlite') {
    delete process.env.NOEK_TEST_POSTGRES_URL;
    return async () => {};
  }
  const given = process.env.NOEK_TEST_POSTGRES_URL;
  const keeper = given ? null : await startPostgres();
  try {
    const template = await makeTemplateDatabase(given ?? keeper?.url ?? '');
    process.env.NOEK_TEST_POSTGRES_URL = template.url;
    return () => (keeper ? keeper.stop() : template.drop());
  } catch (error) {
    await keeper?.stop();
    throw error;
  }
}
