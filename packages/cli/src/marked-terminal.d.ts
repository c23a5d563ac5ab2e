declare module 'marked-terminal' {
  export function markedTerminal(options: {
    width: number;
    reflowText: boolean;
    tab: number;
    showSectionPrefix: boolean;
  }): unknown;
}
