import { homedir } from 'node:os';
import { join } from 'node:path';

// The only file of the command that reads the environment.
const { env } = process;

export const environment = {
  url: () => env.NOEK_URL || undefined,
  token: () => env.NOEK_TOKEN || undefined,
  password: () => env.NOEK_PASSWORD || undefined,
  /** Whether there is a screen on which a browser can open. */
  hasScreen: () =>
    process.platform === 'darwin' || process.platform === 'win32' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY),
  /** Where the command keeps its sign-in: XDG_CONFIG_HOME or %APPDATA%, otherwise ~/.config. */
  configFolder: () =>
    env.XDG_CONFIG_HOME || (process.platform === 'win32' && env.APPDATA) || join(homedir(), '.config'),
  /** https://no-color.org */
  wantsColors: (isTerminal: boolean) =>
    !env.NO_COLOR && env.TERM !== 'dumb' && (isTerminal || Boolean(env.FORCE_COLOR && env.FORCE_COLOR !== '0')),
};
