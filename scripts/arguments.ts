import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * The options and other arguments of a script. With `--help` or `-h` it prints the usage and ends the process; with an unknown option, or
 * more or fewer other arguments than `positionals` allows, it prints what is wrong and the usage, and ends it with exit code 2.
 */
export function readArguments<const Given extends Options>(
  usage: string,
  options: Given,
  positionals: { min?: number; max?: number } = {},
): ReturnType<typeof parseArgs<{ options: Given; allowPositionals: true }>> {
  const { min = 0, max = min } = positionals;
  try {
    const given = parseArgs({
      allowPositionals: true,
      options: { ...options, help: { type: 'boolean', short: 'h', default: false } } as const,
    });
    if ((given.values as { help?: boolean }).help) {
      console.log(usage);
      process.exit(0);
    }
    if (given.positionals.length < min || given.positionals.length > max) throw new Error('');
    return given as ReturnType<typeof parseArgs<{ options: Given; allowPositionals: true }>>;
  } catch (error) {
    const { message } = error as Error;
    console.error(message ? `${message}\n\n${usage}` : usage);
    process.exit(2);
  }
}
