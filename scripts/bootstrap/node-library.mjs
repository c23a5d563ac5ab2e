import { hasApt, installPackages, mayInstallPackages } from './apt.mjs';
import { runQuietly } from './processes.mjs';
import { Refusal } from './refusal.mjs';

const library = 'libatomic.so.1';

/**
 * Makes sure that the project's Node.js can start: it needs a library that a small Linux, such as a container, may lack. Root gets
 * it from Debian's or Ubuntu's packages.
 * @throws {Refusal} when it is missing and cannot be installed
 */
export async function ensureNodeLibrary() {
  if (!(await isMissing())) return;
  if (hasApt() && mayInstallPackages()) {
    console.log(`Installing the package libatomic1, which the project's Node.js needs …`);
    await installPackages(['libatomic1']);
    if (!(await isMissing())) return;
  }
  throw new Refusal(
    `The project's Node.js needs the library ${library}, which this machine lacks. Install it (on Debian and Ubuntu: apt-get install libatomic1; on Fedora: dnf install libatomic) and run the command again.`,
  );
}

/** False where the libraries cannot be listed. */
async function isMissing() {
  if (process.platform !== 'linux' || process.env.LD_LIBRARY_PATH) return false;
  // Only root has this folder on PATH.
  const { output } = await runQuietly('ldconfig', ['-p'], { env: { PATH: `${process.env.PATH}:/usr/sbin:/sbin` } });
  return output.includes('libc.so.6') && !output.includes(library);
}
