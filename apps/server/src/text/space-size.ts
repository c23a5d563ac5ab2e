const MB = 1024 * 1024;

/** "200 MB", "2 GB": rounded up to whole megabytes, or whole gigabytes exactly. */
export function spaceSize(bytes: number): string {
  const megabytes = Math.ceil(bytes / MB);
  return megabytes > 0 && megabytes % 1024 === 0 ? `${megabytes / 1024} GB` : `${megabytes.toLocaleString('en-US')} MB`;
}

/** The limit of a body in whole megabytes. What a form writes around a file is not part of what people add. */
export const maxBodyText = (maxBytes: number): string => spaceSize(maxBytes - (maxBytes % MB));
