/** The first hue, in degrees, of each colour; before 15 it is red. */
const hues = [
  [345, 'red'],
  [320, 'pink'],
  [255, 'purple'],
  [200, 'blue'],
  [165, 'turquoise'],
  [70, 'green'],
  [45, 'yellow'],
  [15, 'orange'],
] as const;

/**
 * What people call a colour: "dark blue", "light grey", "white".
 * @param hex as "#rrggbb"
 */
export function colorName(hex: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  const lightness = most - spread / 2;
  if (lightness < 0.08) return 'black';
  if (lightness > 0.94) return 'white';
  const shade = lightness < 0.3 ? 'dark ' : lightness > 0.7 ? 'light ' : '';
  const saturation = spread / (1 - Math.abs(2 * lightness - 1));
  if (saturation < 0.12 || spread < 0.04) return `${shade}grey`;
  const turn =
    most === red ? (green - blue) / spread : most === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread;
  const hue = (turn * 60 + 360) % 360;
  const name = hues.find(([from]) => hue >= from)?.[1] ?? 'red';
  return name === 'orange' && lightness < 0.4 ? 'brown' : `${shade}${name}`;
}
