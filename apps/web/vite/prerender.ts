import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type CompanyPath,
  companyFile,
  companyPaths,
  fillCompanyPage,
  type RenderedPage,
} from '@noek/contract/company/site';
import type { PublicConfig } from '@noek/contract/config/schemas';
import { type Plugin, runnerImport } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const module = 'src/routes/company/render-page.tsx';
const pictures = 'src/features/company/pictures';
const template = 'company.html';
const marks = { head: '<!--noek-head-->', body: '<!--noek-body-->', config: '<!--noek-config-->' } as const;

type Renderer = { renderCompanyPage: (path: CompanyPath | null) => RenderedPage };

/** Modules that pages of the company site may not load: these pages work without a framework and without code of the other sites. */
const foreign =
  /\/node_modules\/(react|react-dom|@tanstack|zod)\/|\/web\/src\/features\/(?!company\/|session\/start\/)/;

/** Renders the pages of the company site with React when the web app is built. The browser gets HTML and a small script. */
export function prerender(): Plugin {
  return {
    name: 'noek:prerender',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_, bundle) {
      const page = bundle[template];
      if (page?.type !== 'asset') this.error(`The build has no ${template}.`);
      for (const file of Object.values(bundle))
        for (const id of file.type === 'chunk' ? file.moduleIds : [])
          if (foreign.test(id)) this.error(`The company site must not load ${id}.`);
      const addresses = new Map<string, string>();
      for (const name of readdirSync(join(root, pictures)).filter((file) => /\.(webp|png)$/.test(file))) {
        const source = readFileSync(join(root, pictures, name));
        addresses.set(name, `/${this.getFileName(this.emitFile({ type: 'asset', name, source }))}`);
      }
      const font = Object.keys(bundle).find((file) => /inter-latin-wght-normal.*\.woff2$/.test(file));
      const preload = font ? `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>` : '';
      delete bundle[template];
      const html = String(page.source).replace(marks.head, () => preload + marks.head);
      for (const [fileName, source] of await renderedFiles(html, (name) => addresses.get(name)))
        this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

/**
 * All pages of the company site by file name. `html` is the document around them; `addressOf` returns the address of a picture. Throws if
 * a page shows a picture that does not exist.
 */
export async function renderedFiles(
  html: string,
  addressOf: (picture: string) => string | undefined,
): Promise<Map<string, string>> {
  const { renderCompanyPage } = await loadRenderer();
  return new Map(
    [...companyPaths, null].map((path) => [companyFile(path), completed(html, renderCompanyPage(path), addressOf)]),
  );
}

async function loadRenderer(): Promise<Renderer> {
  const { module: loaded } = await runnerImport<Renderer>(join(root, module), {
    root,
    configFile: false,
    logLevel: 'warn',
    // Production's JSX, which needs no development build of React.
    oxc: { jsx: { runtime: 'automatic', development: false } },
  });
  return loaded;
}

function completed(html: string, { head, body }: RenderedPage, addressOf: (picture: string) => string | undefined) {
  return html
    .replace(marks.head, () => head)
    .replace(marks.body, () => body)
    .replace(/(\{\{companyOrigin\}\})?picture:([\w.-]+)/g, (_, origin: string | undefined, name: string) => {
      const address = addressOf(name);
      if (address === undefined) throw new Error(`${pictures} has no ${name}.`);
      return (origin ?? '') + address;
    });
}

/**
 * The pages of the company site on the dev server, rendered for each request, with the settings of the server at `server`. Give it
 * requests for these pages only.
 */
export function companyOnDevServer(server: string, isCompany: (host: string) => boolean): Plugin {
  return {
    name: 'noek:company-on-dev-server',
    apply: 'serve',
    configureServer(vite) {
      vite.middlewares.use(async (request, response, next) => {
        const path = request.url?.split('?')[0] ?? '/';
        if (!isCompany(request.headers.host ?? '') || request.method !== 'GET') return next();
        if (!request.headers.accept?.includes('text/html') || /^\/(api|dev|help|@)|\.\w+$/.test(path)) return next();
        try {
          const known = companyPaths.find((one) => one === path) ?? null;
          const { renderCompanyPage } = (await vite.ssrLoadModule(`/${module}`)) as Renderer;
          const document = await vite.transformIndexHtml(path, readFileSync(join(root, template), 'utf8'));
          const html = completed(document, renderCompanyPage(known), (name) => `/${pictures}/${name}`);
          const config = (await (await fetch(`${server}/api/config`)).json()) as PublicConfig;
          response.setHeader('Content-Type', 'text/html; charset=utf-8');
          response.statusCode = known === null ? 404 : 200;
          response.end(fillCompanyPage(html, config));
        } catch (error) {
          next(error);
        }
      });
    },
  };
}
