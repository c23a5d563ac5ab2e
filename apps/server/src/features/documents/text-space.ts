import type { Ctx } from '../../context.ts';

/** Refuses a text if the caller's account has no space left. Guests have a limit of their own. Throws CONFLICT. */
export async function requireTextSpaceFor(
  { actor, textSpaces }: Pick<Ctx, 'actor' | 'textSpaces'>,
  text: string,
): Promise<void> {
  if ('user' in actor) await textSpaces.require(actor.user, Buffer.byteLength(text));
}
