import { makeAdmin } from '../apps/server/src/features/auth/account/make-admin.ts';
import { readConfig } from '../apps/server/src/settings/config.ts';
import { loadEnvFile } from '../apps/server/src/settings/env-file.ts';
import { openSystemContext } from '../apps/server/src/system-context.ts';
import { readArguments } from './arguments.ts';

const usage = `usage: node scripts/make-admin.ts EMAIL

Makes a verified account an administrator; the server may be running.`;
const { positionals } = readArguments(usage, {}, { min: 1 });
const [email = ''] = positionals;
if (!email.includes('@')) {
  console.error(usage);
  process.exit(2);
}
try {
  loadEnvFile(process.env);
  const { ctx, close } = await openSystemContext(readConfig(process.env));
  try {
    const user = await makeAdmin(ctx, { email });
    console.log(`${user.name} (${user.email}) is now an administrator.`);
  } finally {
    await close();
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
