/** "640 B", "2.3 kB", "12 MB". The limits of plans, files and archives are 200 times 1,024 times 1,024 bytes, and so on. */
export function byteSize(bytes: number): string {
  const units = ['kB', 'MB', 'GB'];
  let value = bytes / 1024;
  let unit = 0;
  for (; value >= 1000 && unit < units.length - 1; unit++) value /= 1024;
  if (bytes === 0) return '0 MB';
  if (bytes < 1024) return `${bytes} B`;
  return `${value < 10 ? value.toFixed(1).replace(/\.0$/, '') : Math.round(value)} ${units[unit]}`;
}
