import { projectColors } from '@noek/contract/projects/limits';
import { clsx } from 'clsx';
import { projectTexts } from './texts.ts';
import './project-color.css';

const isNamed = (color: string): color is (typeof projectColors)[number] =>
  (projectColors as readonly string[]).includes(color);

/** The name of a project's colour; programs may have set one that has none. */
export const colorName = (color: string): string =>
  isNamed(color) ? projectTexts.colors[color] : projectTexts.page.ownColor;

/** The mark in a project's colour. */
export const ProjectDot = ({ color, className }: { color: string; className?: string }) => (
  <span
    aria-hidden
    data-color={color}
    className={clsx('project-color inline-block flex-none rounded-[3px] forced-colors:border', className ?? 'size-2.5')}
    {...(!isNamed(color) && { style: { background: color } })}
  />
);
