/** Adds the commands of chemistry, `\ce` and `\pu`, to KaTeX. */
import 'katex/contrib/mhchem';
