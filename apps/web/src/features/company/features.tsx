import { Layers, type LucideIcon, MessagesSquare, PlugZap, SunMoon, Table2, UserRound } from 'lucide-react';

const features: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: UserRound,
    title: 'Start without an account',
    text: 'Ask right away as a guest. A free account gives you 3,000 messages per day.',
  },
  {
    icon: Layers,
    title: 'Multi-provider AI',
    text: 'Several AI providers can stand behind one chat. If one does not answer, the next one does.',
  },
  {
    icon: PlugZap,
    title: 'Answers that do not break off',
    text: 'Reload or close the tab in mid-answer: it goes on, and it is there when you come back.',
  },
  {
    icon: Table2,
    title: 'Code, lists and tables',
    text: 'Set properly while the answer arrives, so that you can read along from the first word.',
  },
  {
    icon: MessagesSquare,
    title: 'Every conversation kept',
    text: 'Sign in and find them all again. You stay signed in for 90 days.',
  },
  {
    icon: SunMoon,
    title: 'Light and dark',
    text: 'Two themes made with the same care, from a phone to a wide screen.',
  },
];

export function Features() {
  return (
    <section id="features" aria-labelledby="features-heading" className="border-border border-t py-14 md:py-22">
      <div className="mx-auto max-w-site px-5 md:px-8">
        <header className="mb-8 max-w-160 md:mb-11">
          <h2 id="features-heading" className="text-[1.75rem] leading-8.5 tracking-[-0.028em] md:text-3xl">
            A few things, done with care
          </h2>
          <p className="mt-3 text-[1.0625rem] text-text-muted leading-6.75">
            Everything here works today, and nothing stands in the way of the words.
          </p>
        </header>
        <ul className="grid gap-x-12 gap-y-7 md:grid-cols-2 md:gap-y-10 lg:grid-cols-3">
          {features.map(({ icon: Icon, title, text }) => (
            <li key={title}>
              <Icon className="size-5 text-accent-ink" aria-hidden />
              <h3 className="mt-3.5 text-[1.0625rem] tracking-[-0.012em]">{title}</h3>
              <p className="mt-1 text-base text-text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
