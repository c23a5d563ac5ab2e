// Starts a browser as the tests do and opens a page of this machine. Prints `{ "version", "program" }` or `{ "problem" }`, one line
// of JSON.
// Arguments: the program, or nothing for the one that Playwright has downloaded; "on" or "off" for the sandbox.
import { createServer } from 'node:http';
import { chromium } from '@playwright/test';

const [program, sandbox] = process.argv.slice(2);
const server = createServer((_, response) => response.end('<title>Noek</title>'));
await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
const address = server.address();
const port = typeof address === 'object' && address ? address.port : 0;
try {
  const started = await chromium.launchServer({
    ...(program ? { executablePath: program } : {}),
    chromiumSandbox: sandbox === 'on',
    host: '127.0.0.1',
    timeout: 30_000,
  });
  try {
    const browser = await chromium.connect(started.wsEndpoint());
    const page = await browser.newPage();
    await page.goto(`http://localhost:${port}/`, { timeout: 30_000 });
    if ((await page.title()) !== 'Noek') throw new Error('It shows no page of this machine.');
    console.log(JSON.stringify({ version: browser.version(), program: started.process().spawnfile }));
  } finally {
    await started.close();
  }
} catch (error) {
  console.log(JSON.stringify({ problem: error instanceof Error ? error.message : String(error) }));
} finally {
  server.close();
  server.closeAllConnections();
}
