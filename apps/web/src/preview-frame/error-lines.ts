/** The line of a program at which an error happened, from 1; null if its stack does not name the program. */
export function lineOfProgram(error: unknown, fileName: string): number | null {
  if (!(error instanceof Error)) return null;
  const at = error.stack?.indexOf(`${fileName}:`) ?? -1;
  const line = at < 0 ? Number.NaN : Number.parseInt(error.stack?.slice(at + fileName.length + 1) ?? '', 10);
  return Number.isNaN(line) ? null : line;
}

/** The line that a transpiler names at the end of its message: "Unexpected token (3:7)". */
export function lineOfSyntax(error: unknown): number | null {
  const found = error instanceof Error ? /\((\d+):\d+\)\s*$/.exec(error.message) : null;
  return found ? Number(found[1]) : null;
}
