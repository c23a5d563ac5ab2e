/**
 * Describes everything in a rendered answer that must never be there; empty if all is well. It runs in a browser as it is,
 * so it must not use anything from outside the function.
 */
export function faultsIn(root: Element): string[] {
  const tags =
    /^(p|br|hr|blockquote|pre|code|strong|em|del|sub|sup|kbd|mark|details|summary|a|span|h[3-6]|ul|ol|li|section|table|thead|tbody|colgroup|col|tr|th|td|figure|figcaption|div|button)$/;
  // KaTeX uses SVG for roots and braces and MathML for screen readers; our icons are SVG, too.
  const drawn = /^(svg|g|path|line|rect|circle|polyline|polygon)$/;
  const mathml = /^(math|semantics|annotation|m[a-z]+)$/;
  const attributes =
    /^(class|dir|href|target|rel|type|tabindex|role|start|scope|data-(level|caret|done|tex|display|footnotes|folded|unfold|wrap|more-left|more-right|tooltip(-side)?)|aria-(hidden|label|live|pressed|expanded))$/;
  const faults: string[] = [];
  for (const element of root.querySelectorAll('*')) {
    const tag = element.localName;
    const inFormula = element.closest('.katex') !== null;
    const icon = element.closest('svg.lucide') !== null;
    if (!tags.test(tag) && !(drawn.test(tag) && (inFormula || icon)) && !(mathml.test(tag) && inFormula))
      faults.push(`<${tag}>`);
    for (const { name, value } of element.attributes) {
      const fault = `${name}="${value.slice(0, 80)}" of <${tag}>`;
      const text = value.trim().toLowerCase();
      if (/^on|^(src|srcset|srcdoc|action|formaction|ping|poster|data|background|id|name|xlink:href)$/i.test(name))
        faults.push(fault);
      else if (name === 'href' ? !/^(https?:\/\/|mailto:)/.test(text) : /^(javascript|vbscript|data):/.test(text))
        faults.push(fault);
      else if (/\bhacked\b/.test(name) || (name === 'class' && /\bhacked\b/.test(value))) faults.push(fault);
      else if (name === 'dir' && value !== 'auto') faults.push(fault);
      else if (name === 'style' && !(inFormula || /^(th|td|table|col)$/.test(tag))) faults.push(fault);
      else if (/url\(|expression|position: ?fixed/i.test(name === 'style' ? value : '')) faults.push(fault);
      else if (name !== 'style' && !attributes.test(name) && !inFormula && !icon) faults.push(fault);
    }
    if (tag === 'a' && (inFormula || element.getAttribute('rel') !== 'noopener noreferrer')) faults.push('a bare <a>');
  }
  return faults;
}
