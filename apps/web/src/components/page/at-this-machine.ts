/** A loopback name: the browser runs on the computer that runs Noek. */
export const isAtThisMachine = (): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(location.hostname);
