import * as archive from 'lucide-react/icons/archive';
import * as check from 'lucide-react/icons/check';
import * as menu from 'lucide-react/icons/menu';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import createIcon from './create-icon.ts';

test.each([archive, check, menu])('an icon is the one of lucide-react', (icon) => {
  const { default: Icon, __iconData } = icon as unknown as { default: FunctionComponent; __iconData: never };
  const Own = createIcon(__iconData);
  for (const properties of [
    {},
    { className: 'icon size-3' },
    { 'aria-hidden': true },
    { 'aria-label': 'Gone', role: 'img' },
  ])
    expect(renderToStaticMarkup(createElement(Own, properties as object))).toBe(
      renderToStaticMarkup(createElement(Icon, properties as object)),
    );
});
