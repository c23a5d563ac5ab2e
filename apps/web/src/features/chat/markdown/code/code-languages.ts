/** The languages by each of their names: the label above the code and the grammar, without which the code stays plain. */
const languages: readonly (readonly [names: string, label: string, grammar: Grammar | null])[] = [
  ['asm assembly nasm', 'Assembly', 'asm'],
  ['bash', 'Bash', 'shellscript'],
  ['sh shell shellscript', 'Shell', 'shellscript'],
  ['zsh', 'Zsh', 'shellscript'],
  ['console shellsession terminal', 'Terminal', 'shellscript'],
  ['c h', 'C', 'c'],
  ['clj clojure', 'Clojure', 'clojure'],
  ['c++ cc cpp hpp', 'C++', 'cpp'],
  ['c# cs csharp', 'C#', 'csharp'],
  ['css', 'CSS', 'css'],
  ['dart', 'Dart', 'dart'],
  ['diff patch', 'Diff', 'diff'],
  ['docker dockerfile', 'Dockerfile', 'docker'],
  ['elixir ex exs', 'Elixir', 'elixir'],
  ['go golang', 'Go', 'go'],
  ['gql graphql', 'GraphQL', 'graphql'],
  ['gradle groovy', 'Groovy', 'groovy'],
  ['haskell hs', 'Haskell', 'haskell'],
  ['hcl terraform tf', 'HCL', 'hcl'],
  ['htm html', 'HTML', 'html'],
  ['cfg conf ini properties', 'INI', 'ini'],
  ['java', 'Java', 'java'],
  ['cjs javascript js mjs node', 'JavaScript', 'javascript'],
  ['json', 'JSON', 'json'],
  ['json5 jsonc', 'JSON', 'jsonc'],
  ['jsx', 'JSX', 'jsx'],
  ['jl julia', 'Julia', 'julia'],
  ['kotlin kt kts', 'Kotlin', 'kotlin'],
  ['latex tex', 'LaTeX', 'latex'],
  ['less', 'Less', 'less'],
  ['lua', 'Lua', 'lua'],
  ['make makefile mk', 'Makefile', 'make'],
  ['markdown md', 'Markdown', 'markdown'],
  ['matlab octave', 'MATLAB', 'matlab'],
  ['nginx', 'nginx', 'nginx'],
  ['nix', 'Nix', 'nix'],
  ['objc objective-c objectivec', 'Objective-C', 'objective-c'],
  ['perl pl', 'Perl', 'perl'],
  ['php', 'PHP', 'php'],
  ['plain plaintext text txt', 'Text', null],
  ['powershell ps1 pwsh', 'PowerShell', 'powershell'],
  ['proto protobuf', 'Protocol Buffers', 'proto'],
  ['py py3 python python3', 'Python', 'python'],
  ['r', 'R', 'r'],
  ['rb ruby', 'Ruby', 'ruby'],
  ['rs rust', 'Rust', 'rust'],
  ['scala', 'Scala', 'scala'],
  ['sass scss', 'SCSS', 'scss'],
  ['sol solidity', 'Solidity', 'solidity'],
  ['mysql postgres postgresql sql sqlite', 'SQL', 'sql'],
  ['svelte', 'Svelte', 'svelte'],
  ['swift', 'Swift', 'swift'],
  ['toml', 'TOML', 'toml'],
  ['ts typescript', 'TypeScript', 'typescript'],
  ['tsx', 'TSX', 'tsx'],
  ['vue', 'Vue', 'vue'],
  ['svg xml', 'XML', 'xml'],
  ['yaml yml', 'YAML', 'yaml'],
  ['zig', 'Zig', 'zig'],
];

/** The names of Shiki's grammars; `grammars.ts` loads each of them. */
export type Grammar =
  | ('asm' | 'c' | 'clojure' | 'cpp' | 'csharp' | 'css' | 'dart' | 'diff' | 'docker' | 'elixir' | 'go' | 'graphql')
  | ('groovy' | 'haskell' | 'hcl' | 'html' | 'ini' | 'java' | 'javascript' | 'json' | 'jsonc' | 'jsx' | 'julia')
  | ('kotlin' | 'latex' | 'less' | 'lua' | 'make' | 'markdown' | 'matlab' | 'nginx' | 'nix' | 'objective-c' | 'perl')
  | ('php' | 'powershell' | 'proto' | 'python' | 'r' | 'ruby' | 'rust' | 'scala' | 'scss' | 'shellscript' | 'solidity')
  | ('sql' | 'svelte' | 'swift' | 'toml' | 'tsx' | 'typescript' | 'vue' | 'xml' | 'yaml' | 'zig');

const byName = new Map(
  languages.flatMap(([names, label, grammar]) => names.split(' ').map((name) => [name, { label, grammar }] as const)),
);

/** The label above a code block: the name of a known language, otherwise what the model wrote, or "Code" if it wrote none. */
export function languageLabel(language: string | null): string {
  if (!language) return 'Code';
  return byName.get(language.toLowerCase())?.label ?? language.slice(0, 24);
}

/** The grammar of a language, or null for an unknown language, whose code stays plain. */
export const grammarOf = (language: string | null): Grammar | null =>
  (language && byName.get(language.toLowerCase())?.grammar) || null;
