import { companyMarks } from '@noek/contract/company/site';
import { policyFigures as f, joined, providerNames } from './figures.ts';
import type { Policy } from './policy.ts';

const mail = `[${companyMarks.supportEmail}](mailto:${companyMarks.supportEmail})`;

export const aiUsagePolicy: Policy = {
  path: '/policies/ai-usage-policy',
  name: 'AI Usage Policy',
  description: 'How the AI of Noek works, what it may be used for, and where Fun Mode and Harmful Mode end.',
  summary:
    'Several models answer, and all of them can be wrong. Use them for good ends, check what matters, and know that a mode changes the tone and never the rules.',
  sections: [
    {
      heading: 'How Noek answers',
      text: `Noek is a multi-AI assistant. The models of several providers can answer: ${joined(providerNames)}, others, or a model on our own computers. With “Automatic”, they are asked in a fixed order until one answers; you can also choose a model for a conversation. Every answer says which model wrote it. If no model is connected, a built-in demo answers and says so.

Before it answers, a model can search the web, read pages, and save a memory or ask whether to delete some. Noek shows each of these steps. Noek is a **beta**, and all of this can fail. If it does, the answer says so.`,
    },
    {
      heading: 'Web search',
      text: `Web search is a switch of each conversation. With the switch off, a model can still search when it needs to, and the answer shows it. The numbers in an answer refer only to pages that Noek has opened, and show the passage that the model was given. A citation says where something comes from, not that it is true. Text on a web page is information for the answer and never an instruction to it. Guests can have ${f.guestSearchLimit} answers with a search in 24 hours.`,
    },
    {
      heading: 'Memory',
      text: `With the memory feature on, answers are given the memories that fit your question. Only your own words become a memory. “Used here” under an answer lists which ones it was given. You can edit or delete each of them, and turn the feature off.`,
    },
    {
      heading: 'Accuracy',
      text: `Models invent facts, quotations, sources and code that look right. They can be out of date, one-sided or unfair. Before you act on an answer, check it with a source that you trust. Do not let Noek alone decide about people: about work, credit, housing, education, insurance, health or the law.`,
    },
    {
      heading: 'What you may not use Noek for',
      text: `- **Violence and weapons:** to plan, encourage or carry out harm to people, or to make weapons that can kill many.
- **Children:** anything that sexualizes or endangers minors. We report it to the authorities.
- **Self-harm:** to encourage it. If you are in danger, call your local emergency service or a helpline.
- **Hate and harassment:** to attack, threaten or degrade people, or groups of them.
- **Deception:** fraud, phishing, impersonation, fake reviews, or campaigns that pretend to be many people.
- **Attacks on computers:** malware, breaking in, or getting at data without permission.
- **Privacy:** to track people, or to collect or guess sensitive facts about them without their consent.
- **Crime in general,** and anything that the law where you live forbids.
- **Professional advice as if it came from a professional:** medical, legal or financial advice to others without a qualified person.

If you publish what Noek wrote, do not pass it off as written by a person where that would mislead.`,
    },
    {
      heading: 'Fun Mode',
      text: `Fun Mode makes the answers of a conversation playful. It is for signed-in people and belongs to one conversation. It changes the tone: the facts stay right, and the question gets answered. When a person is in distress, the jokes stop. SuperNoek has an enhanced Fun Mode, with more daring humour.`,
    },
    {
      heading: 'Harmful Mode and its limits',
      text: `Harmful Mode names a kind of humour, not a permission. It works only inside Fun Mode, and turning Fun Mode off turns it off, too. It makes answers dark, dry and blunt, and it may roast you gently.

It stays **inside the safety rules of the model providers** and is never a way around them. It contains no slurs and nothing against groups of people, it gives nothing that helps to hurt people, and it does not joke about suffering that is real in the conversation. What Noek refuses without it, Noek refuses with it. Everything in this policy applies in both modes.`,
    },
    {
      heading: 'Safety rules of the providers',
      text: `Each provider has its own rules and filters, which apply to your messages as well. A provider can refuse to answer. Trying to talk a model out of its safety rules is misuse, whether it works or not.`,
    },
    {
      heading: 'When the rules are broken',
      text: `If we learn of misuse, we look into it. For that, an administrator can open the messages of the person concerned, with a reason that the person can see on their account page. We may warn, limit or suspend an account, and we report what the law requires us to report. If you think that we are wrong, write to ${mail}.`,
    },
    {
      heading: 'Report a problem',
      text: `Rate an answer with the thumbs-down and say why, or **report** it. You can also report a conversation that another person shares with you. Administrators look at reports, can take the link of a shared conversation down, and can stop its owner from sharing it again. For anything urgent, write to ${mail}.`,
    },
    {
      heading: 'Age',
      text: `Noek is not for children under ${f.minimumAge}.`,
    },
  ],
};
