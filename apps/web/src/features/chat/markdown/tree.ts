/** The parts of mdast and hast that our plugins use. */
export type TreeNode = {
  type: string;
  value?: string;
  url?: string;
  alt?: string;
  title?: string;
  lang?: string;
  meta?: string;
  label?: string;
  identifier?: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  data?: { hName: string; hProperties: Record<string, string> };
  children?: TreeNode[];
};
