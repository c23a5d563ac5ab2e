import * as React from 'react';
import { Component, createElement, type ReactNode } from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as ReactDom from 'react-dom';
import * as ReactDomClient from 'react-dom/client';
import { transform } from 'sucrase';
import { lineOfProgram, lineOfSyntax } from './error-lines.ts';
import type { FromFrame } from './messages.ts';

type Tell = (message: FromFrame) => void;

/** What a component can import. */
const modules: Readonly<Record<string, unknown>> = {
  react: { ...React, default: React, __esModule: true },
  'react/jsx-runtime': jsxRuntime,
  'react/jsx-dev-runtime': jsxRuntime,
  'react-dom': { ...ReactDom, default: ReactDom, __esModule: true },
  'react-dom/client': { ...ReactDomClient, default: ReactDomClient, __esModule: true },
};
const fileName = 'document.tsx';

/** A default export, or the last component that a file has. */
const component = /^(?:export\s+)?(?:async\s+)?(?:function|class|const|let|var)\s+([A-Z]\w*)/gm;

/** Shows the component of a file: its default export, or the last one in it. A file may also render one itself into `#root`. */
export async function showComponent(props: { content: string; tell: Tell; started: () => Promise<void> }) {
  const { content, tell, started } = props;
  const root = document.createElement('div');
  root.id = 'root';
  document.body.style.fontFamily = 'system-ui, sans-serif';
  document.body.append(root);
  const fail = (error: unknown) =>
    tell({ type: 'problem', message: messageOf(error), line: lineOfProgram(error, fileName) ?? lineOfSyntax(error) });
  window.addEventListener('error', ({ error, message }) => fail(error ?? message));
  window.addEventListener('unhandledrejection', ({ reason }) => fail(reason));
  let exported: Record<string, unknown>;
  try {
    const missing = importsOf(content).filter((name) => !(name in modules));
    if (missing.length > 0) throw new Error(missingModules(missing));
    await started();
    exported = evaluate(content);
  } catch (error) {
    return fail(error);
  }
  const Shown = exported.default ?? exported.lastComponent;
  if (typeof Shown !== 'function' && typeof Shown !== 'object') {
    // It may have rendered a component itself.
    if (root.childNodes.length === 0 && !/\brender\s*\(/.test(content)) fail(new Error(noComponent));
    return;
  }
  if (/\bcreateRoot\s*\(/.test(content)) return;
  ReactDomClient.createRoot(root, { onUncaughtError: fail, onCaughtError: fail }).render(
    createElement(Boundary, null, createElement(Shown as () => ReactNode)),
  );
}

const noComponent = 'This file has no component. Export one with "export default".';

function missingModules(names: readonly string[]): string {
  const listed = names.map((name) => `"${name}"`).join(', ');
  return `A preview has React and nothing else, so ${listed} cannot be imported here. Ask for a version that uses React alone.`;
}

const importsOf = (content: string): string[] => [
  ...new Set(
    [
      ...content.matchAll(
        /^\s*(?:import|export)\b(?!\s+type\b)[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\brequire\(\s*['"]([^'"]+)['"]\s*\)/gm,
      ),
    ].map(([, from, alone, required]) => from ?? alone ?? required ?? ''),
  ),
];

function evaluate(content: string): Record<string, unknown> {
  const { code } = transform(content, {
    transforms: ['typescript', 'jsx', 'imports'],
    jsxRuntime: 'automatic',
    production: true,
    filePath: fileName,
  });
  const last = [...content.matchAll(component)].at(-1)?.[1];
  const lastOne = last ? `;exports.lastComponent = typeof ${last} === 'undefined' ? undefined : ${last};` : '';
  // On one line with the first one of the program, so that its lines keep their numbers.
  const source = `(function (require, exports, module, React, ReactDOM) {${code}\n${lastOne}\n})\n//# sourceURL=${fileName}`;
  // In the scope of the page, not in that of this function.
  const { eval: evaluateInPage } = globalThis;
  const run = evaluateInPage(source) as (...args: unknown[]) => void;
  const module = { exports: {} as Record<string, unknown> };
  const require = (name: string) => {
    if (name in modules) return modules[name];
    throw new Error(missingModules([name]));
  };
  run(require, module.exports, module, React, { ...ReactDom, ...ReactDomClient });
  return module.exports;
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? `${error.name === 'Error' ? '' : `${error.name}: `}${error.message}` : String(error)).slice(
    0,
    2_000,
  );

/** Without it, an error in one render would be reported twice. */
class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
