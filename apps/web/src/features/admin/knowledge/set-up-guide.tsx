import { knowledgeTexts } from './texts.ts';

const texts = knowledgeTexts.setUp;

/** How to set up a folder or a Google document. */
export function SetUpGuide() {
  return (
    <section aria-labelledby="knowledge-set-up" className="mt-9">
      <h2 id="knowledge-set-up" className="text-lg">
        {texts.heading}
      </h2>
      <p className="mt-1 text-text-muted">{texts.restart}</p>
      <div className="mt-4 grid gap-4 md:grid-cols-2">
        {[texts.folder, texts.google].map(({ heading, steps }) => (
          <section key={heading} aria-label={heading} className="rounded-card border border-border px-5 py-4">
            <h3 className="text-[1rem]">{heading}</h3>
            <ol className="mt-2 list-decimal space-y-1.5 pl-5 text-text-muted marker:text-text-muted">
              {steps.map((step) => (
                <li key={step} className="wrap-anywhere">
                  {step}
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
    </section>
  );
}
