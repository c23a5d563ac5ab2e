/** What the project uses of saxen, which has no types of its own. */
declare module 'saxen' {
  export class Parser {
    on(event: 'openTag', hook: (name: string, attributes: () => Record<string, string>) => void): this;
    on(event: 'closeTag', hook: (name: string) => void): this;
    on(event: 'text' | 'cdata', hook: (value: string) => void): this;
    on(event: 'error' | 'warn', hook: (error: Error) => void): this;
    parse(xml: string): unknown;
    write(xml: string): this;
    end(): unknown;
    stop(): void;
  }
}
