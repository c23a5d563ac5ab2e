import { StyleModule } from 'style-mod';

/**
 * The editor adds its styles as a <style> element, which `style-src 'self'` refuses. Its package uses constructed style sheets where the
 * root has no head, as in a shadow root, and this is the document without its head.
 */
const pageWithoutHead = {
  ownerDocument: document,
  get adoptedStyleSheets() {
    return document.adoptedStyleSheets;
  },
  set adoptedStyleSheets(sheets) {
    document.adoptedStyleSheets = sheets;
  },
} as unknown as ShadowRoot;

const { mount } = StyleModule;
StyleModule.mount = (root, modules, options) =>
  mount.call(StyleModule, root === document ? pageWithoutHead : root, modules, options);
