import { addressOfShape } from './reference.ts';

/** A type as in TypeScript, with links to the shapes that it names. */
export const TypeText = ({ type }: { type: string }) => (
  <code className="font-mono text-[0.8125rem] text-text-muted [overflow-wrap:anywhere]">
    {type.split(/\b([A-Z]\w+)\b/).map((part, at) => {
      const address = at % 2 === 1 ? addressOfShape(part) : undefined;
      if (address === undefined) return part;
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
        <a key={at} className="prose-link" href={address}>
          {part}
        </a>
      );
    })}
  </code>
);
