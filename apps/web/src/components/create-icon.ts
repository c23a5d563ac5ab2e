import { createElement, type SVGProps } from 'react';

type IconData = { name: string; size: number; node: readonly [tag: string, attributes: Record<string, string>][] };

/**
 * Makes the component of a lucide icon. The build puts it in the place of lucide's own, which converts each icon anew whenever it is
 * rendered, and whose code is as long as that of forty icons. The markup is the same, except for the classes of an icon's former names; of
 * lucide's properties, there are only those of SVG.
 */
export default function createIcon({ name, size, node }: IconData) {
  const classes = `lucide lucide-${name}`;
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ className, ...rest }: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: 24,
        height: 24,
        viewBox: `0 0 ${size} ${size}`,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: className ? `${classes} ${className}` : classes,
        'aria-hidden': isNamed(rest) ? undefined : 'true',
        ...rest,
      },
      ...shapes,
    );
}

const isNamed = (properties: object) => Object.keys(properties).some((key) => /^(aria-|role$|title$)/.test(key));
