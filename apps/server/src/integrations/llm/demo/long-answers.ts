import type { DemoTopic } from './conversation.ts';

const defaultWords = 1_200;
const mostWords = 5_000;
const highestNumber = 2_000;

/** Answers that take a while, to watch streaming, stopping and scrolling. */
export const longAnswers: DemoTopic = ({ plain }) => {
  const count = /\bcount\b.*?\bto ([\d,]+)\b/.exec(plain);
  if (count) return counting(Number(count[1]?.replaceAll(',', '')));
  const words = Number(/\b([\d,]{2,6})[- ]words?\b/.exec(plain)?.[1]?.replaceAll(',', '') ?? Number.NaN);
  const long =
    /\b(?:long|longer|lengthy|very detailed|endless)\b.*\b(?:answer|reply|text|story|essay|article|message|response)\b/.test(
      plain,
    );
  const essay = /\b(?:write|tell|give)\b.*\b(?:essay|story|article)\b/.test(plain);
  if (!long && !essay && !(words >= 10 && /\b(?:write|give|tell|generate|make)\b/.test(plain))) return null;
  return essayOf(Math.min(Number.isNaN(words) ? defaultWords : words, mostWords));
};

function counting(to: number): string | null {
  if (!(to >= 1)) return null;
  const last = Math.min(to, highestNumber);
  const rows: string[] = [];
  for (let start = 1; start <= last; start += 10)
    rows.push(Array.from({ length: Math.min(10, last - start + 1) }, (_, index) => start + index).join(', '));
  const end = to > last ? `\n\nThe demo stops at ${last.toLocaleString('en-US')}.` : '';
  return `${rows.join(',\n')}${end}`;
}

function essayOf(words: number): string {
  let text = '# A long answer about the sea';
  let left = words;
  for (let round = 0; left > 0; round++) {
    const part = parts[round % parts.length] ?? '';
    const chapter = `\n\n## ${round + 1}. ${part.split('\n')[0]}\n\n`;
    const body = part.split('\n').slice(1).join('\n').split(' ');
    text += chapter + body.slice(0, left).join(' ');
    left -= body.length;
  }
  return text;
}

/** Title in the first line, text after it. */
const parts: readonly string[] = [
  `The shore
Whoever comes to the sea for the first time hears it before seeing it. The sound is never the same twice, and yet nobody mistakes it for anything else. Waves arrive from far away, lift a little when they feel the ground, lean over and fall. What looks like water travelling is only a shape that travels: the water itself goes round in circles and stays almost where it was. Children understand this at once when they watch a cork. Adults tend to forget it, and so they speak of waves as if they were visitors.`,
  `Salt
Rain falls on mountains and carries a little of them away. Rivers bring it to the sea, the sun takes the water back, and the salt stays. This has gone on for so long that every litre of sea water holds about thirty-five grams of it. Some of it is used again: shells, corals and bones are built from what the rivers delivered. A stone house at the coast may once have been a reef, the reef a mountain, and the mountain a sea floor.`,
  `Tides
Twice a day the water rises and falls, and for most of history nobody could say why. The moon pulls at the near side of the earth a little more than at its middle, and at the middle a little more than at the far side. So the water bulges on both sides, and the earth turns underneath. In narrow bays the bulge is squeezed until it stands higher than a house. Elsewhere a careful observer needs a stick to see it at all.`,
  `Light
Two hundred metres down there is still a blue so deep that it has no name. Below that comes a long twilight, and then a darkness that has lasted since the seas exist. Most animals on this planet live there, and most of them make their own light. They use it to lure, to warn, to hide and to find each other. Seen from above, the sea is a surface. Seen from within, it is a night sky in which the stars are alive.`,
  `Currents
A bottle thrown into the water at the right place crosses an ocean. Great rivers without banks run through the sea, warm ones on top and cold ones beneath, and one round through all oceans takes about a thousand years. They carry heat to coasts that would otherwise be frozen, and food to waters that would otherwise be empty. Sailors knew them long before they were on any map, because a ship that lies still can be sixty miles further the next morning.`,
  `Names
People who live by the sea have many words for it. There is one for the water between islands, one for the swell that comes before a storm, and one for the line where two colours meet. A language that loses its fishermen loses these words within two generations. What has no name is harder to notice, and what nobody notices is easily lost. Perhaps this is the best reason to write things down.`,
  `Ships
The first boats were trees that somebody did not let drift away. Then came hides, reeds, planks, iron, steel. Each time the sea became a little smaller and the harbours a little larger. A modern ship carries more than all the ships of the ancient world together, with a crew that fits around one table. On the bridge at night it is still dark and quiet, and somebody still looks out, because no instrument has replaced that yet.`,
  `Return
Everything that lives on land came out of the water, and carries some of it along. Tears and blood taste of it. That may be why so many people grow quiet at the shore and do not want to leave. There is nothing to do there, and nobody is bored. The next wave comes, and then the next, and after a while one stops counting and simply listens.`,
];
