/** The products whose exports can be imported, as people read them. */
export const importSourceNames = {
  chatgpt: 'ChatGPT',
  claude: 'Claude',
  deepseek: 'DeepSeek',
  'open-webui': 'Open WebUI',
  librechat: 'LibreChat',
  noek: 'Noek',
} as const;

const { noek: _, ...others } = importSourceNames;
const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** The other products in one phrase: "ChatGPT, Claude, … and LibreChat". */
export const otherProducts: string = list.format(Object.values(others));

/** What can be imported, as a sentence for those whose files are something else. */
export const takenExports = `Noek takes the exports of ${otherProducts}, and its own archives.`;
