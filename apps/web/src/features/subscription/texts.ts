import { defaultMemoryLimit, planMessages, premiumMemoryLimit } from '@noek/contract/subscription/limits';

const number = new Intl.NumberFormat('en-US');
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });
const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const clockAndDay = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** "December 22, 2026". */
const dayOf = (iso: string) => day.format(new Date(iso));
/** A time today, otherwise with its day. */
function momentOf(iso: string, now = new Date()): string {
  const date = new Date(iso);
  return (date.toDateString() === now.toDateString() ? clock : clockAndDay).format(date);
}
/** An amount of money: "$30.00". */
const money = (cents: number, currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(cents / 100);

const hours = (ms: number) => Math.round(ms / 3_600_000);
type Problem = { isActive: boolean; cancelAtPeriodEnd: boolean; currentPeriodEnd: string | null };
const connectionFailed = 'Unable to connect to payment system. Please try again.';

/** The texts of the pages about plans and payments. */
export const subscriptionTexts = {
  pageTitle: 'SuperNoek · Noek',
  skipToContent: 'Skip to content',
  backToChat: 'Back to Chat',
  loading: 'Loading your plan',
  connectionFailed,
  signedOut: {
    title: 'You are signed out',
    hint: 'Sign in again to see your plan.',
    signIn: 'Sign In',
  },
  comparison: {
    heading: 'Choose your plan',
    lead: 'Cancel and reactivate whenever you like.',
    yours: 'Your plan',
    upgrade: 'Upgrade',
    upgrading: 'Preparing the payment…',
    manage: 'Manage your plan',
    /** For people who have the plan without a subscription. */
    given: {
      heading: 'You have SuperNoek',
      lead: 'You have it without a subscription, and nothing is charged. There is no need to upgrade.',
    },
    off: 'Payments are not set up on this server, so SuperNoek cannot be bought here.',
  },
  basic: {
    name: 'Basic (Free)',
    price: '$0',
    lead: 'Everything you need day to day.',
    summary: `${number.format(planMessages.basicPerDay)} messages per day, standard Fun Mode`,
    benefits: [
      `${number.format(planMessages.basicPerDay)} messages per day`,
      'Standard Fun Mode',
      'Normal speed',
      `${defaultMemoryLimit} memories`,
    ],
  },
  premium: {
    name: 'SuperNoek',
    recommended: 'Recommended',
    price: '$30',
    perMonth: 'per month',
    lead: 'For long days and big ideas.',
    priceLine: '$30 per month',
    benefits: [
      `${number.format(planMessages.premiumPer4Hours)} messages every 4 hours`,
      'Enhanced Fun Mode',
      'Faster responses',
      'More creative responses',
      'Priority support',
      `${premiumMemoryLimit} memories`,
    ],
  },
  active: {
    heading: 'Your plan',
    badge: 'Active',
    cancelling: 'Cancelling',
    lead: 'Everything below is yours.',
    renews: (iso: string) => `Renews on ${dayOf(iso)}.`,
    ends: (iso: string) => `Ends on ${dayOf(iso)}. Nothing more is charged.`,
    manage: 'Manage your plan',
  },
  payment: {
    heading: 'Subscribe to SuperNoek',
    lead: '$30 per month. Cancel whenever you like.',
    submit: 'Subscribe to SuperNoek - $30/month',
    submitting: 'Paying…',
    otherPlans: 'Back to the plans',
    preparing: 'Loading the payment form',
  },
  card: {
    heading: 'Update card',
    current: (card: { brand: string; last4: string }) => `${card.brand} ending in ${card.last4} is the card in use.`,
    lead: 'The new card pays from now on.',
    pays: 'The payment that failed is tried with it at once.',
    submit: 'Save card',
    submitting: 'Saving…',
    back: 'Back to billing',
    saved: { title: 'Card updated', description: 'The new card pays from now on.' },
    failed: 'The card was not saved',
  },
  sandbox: {
    badge: 'Test payments',
    explain: 'Nothing is charged. Only the test cards below work.',
    number: 'Card number',
    expiry: 'Expiry',
    expiryHint: 'MM/YY',
    cvc: 'CVC',
    cards: 'Test cards',
    cardsHint: 'Any expiry date in the future and any CVC.',
    use: (card: string) => `Use ${card}`,
    expired: 'This expiry date has passed.',
    authentication: {
      title: 'Confirm this payment with your bank',
      question: 'With a real card, your bank would ask you here. Choose how this test continues.',
      complete: 'Complete authentication',
      fail: 'Fail authentication',
    },
  },
  stripe: {
    unreachable:
      'The payment form could not be loaded. Check your connection, and that no extension blocks js.stripe.com.',
    retry: 'Retry',
  },
  success: {
    pageTitle: 'Welcome to SuperNoek · Noek',
    checking: 'Confirming your payment…',
    heading: 'Welcome to SuperNoek',
    lead: 'Your payment was successful and your account has been upgraded.',
    features: [
      'Enhanced Fun Mode',
      `${number.format(planMessages.premiumPerDay)} Messages Daily`,
      'Priority Features',
      'Premium Support',
    ],
    start: 'Start Chatting',
    waiting: {
      heading: 'Your payment is still being confirmed',
      lead: 'This can take a minute. Your account is upgraded as soon as the payment arrives, even if you leave this page.',
      check: 'Check again',
    },
    unpaid: {
      heading: 'Your payment was not completed',
      lead: 'Nothing was charged, and your plan has not changed.',
      plans: 'See the plans',
    },
    failed: 'We could not check your payment',
  },
  toasts: {
    error: 'Error',
    createFailed: 'Unable to create subscription. Please try again.',
    ready: { title: 'Payment Form Ready', description: 'Enter your card to complete your subscription.' },
    paymentFailed: 'Payment Failed',
    paymentFailedWhy: 'The payment could not be completed. Please try again.',
    welcome: {
      title: 'Welcome to SuperNoek!',
      description: 'Your subscription is now active. Enjoy enhanced AI and fun mode!',
    },
    cancelFailed: 'Failed to cancel subscription. Please try again.',
    cancelled: (until: string | null) => ({
      title: 'Subscription Cancelled',
      description: until
        ? `Your subscription ends at the end of the current billing period, on ${dayOf(until)}.`
        : 'Your subscription ended with the billing period that was paid. Nothing more is charged.',
    }),
    reactivateFailed: 'Failed to reactivate subscription. Please try again.',
    reactivated: { title: 'Subscription Reactivated', description: 'Your subscription renews as before.' },
  },
  plan: {
    admin: { name: 'Administrator', summary: 'Everything that SuperNoek has, without a subscription.' },
    granted: 'Given to you by an administrator. Nothing is charged.',
    upgrade: 'Upgrade to SuperNoek',
    price: (iso: string | null) => (iso ? `$30 per month. Renews on ${dayOf(iso)}.` : '$30 per month.'),
    cancelling: 'Cancelling',
    paused: 'Paused',
    /** While an administrator has set the account to Basic. */
    paidWithout: 'SuperNoek is paid, but your account is on Basic.',
    until: (iso: string) => `You keep SuperNoek until ${dayOf(iso)}. Nothing more is charged.`,
    cancel: 'Cancel Subscription',
    reactivate: 'Reactivate',
    unfinished: 'Your first payment is not complete yet.',
    finish: 'Continue',
    problems: {
      'payment-failed': ({ isActive, cancelAtPeriodEnd, currentPeriodEnd }: Problem) =>
        isActive && currentPeriodEnd
          ? cancelAtPeriodEnd
            ? `Your last payment failed. SuperNoek is paid until ${dayOf(currentPeriodEnd)}, and you have cancelled it. To keep it, update your card first. Then you can reactivate.`
            : `Your last payment failed. SuperNoek is paid until ${dayOf(currentPeriodEnd)}, and we will try your card again over the next few days. If that fails, you return to the Basic plan. Update your card to stay subscribed.`
          : 'Your last payment failed, so SuperNoek has ended. Update your card to get it back.',
      disputed: (_: Problem) => 'Your last payment is disputed with your bank, so SuperNoek is paused.',
      lowered: ({ cancelAtPeriodEnd, currentPeriodEnd }: Problem) => {
        const until = currentPeriodEnd ? ` on ${dayOf(currentPeriodEnd)}` : '';
        return `An administrator set your account to Basic, so you do not have SuperNoek. ${cancelAtPeriodEnd ? `Your subscription ends${until}, and nothing more is charged.` : `Your subscription still renews${until} and costs $30 per month. Cancel it if you do not want to pay.`}`;
      },
    },
    updateCard: 'Update card',
    card: { title: 'Card', text: (card: { brand: string; last4: string }) => `${card.brand} ending in ${card.last4}` },
    question: {
      title: 'Cancel Subscription',
      text: (iso: string | null) =>
        `You keep SuperNoek until ${iso ? dayOf(iso) : 'the end of the period that you have paid for'}. After that you have the Basic plan: ${number.format(planMessages.basicPerDay)} messages per day and ${defaultMemoryLimit} memories. You can reactivate before then.`,
      /** While a renewal is unpaid. */
      unpaid: (iso: string | null) =>
        `SuperNoek was paid until ${iso ? dayOf(iso) : 'the last renewal'}, so it ends at once, and your card is not tried again. You then have the Basic plan: ${number.format(planMessages.basicPerDay)} messages per day and ${defaultMemoryLimit} memories.`,
      lowered: (iso: string | null) =>
        `Your subscription then ends${iso ? ` on ${dayOf(iso)}` : ' with the period that you have paid for'}, and nothing more is charged.`,
      keep: 'Keep SuperNoek',
      keepPaying: 'Keep the subscription',
    },
  },
  allowance: {
    loading: 'Loading how many messages are left',
    left: (left: number, windowMs: number) => `${number.format(left)} messages left (${hours(windowMs)}-hour limit)`,
    used: (used: number, limit: number) => `${number.format(used)} of ${number.format(limit)} used`,
    resets: (iso: string | null) => (iso ? `. Resets at ${momentOf(iso)}.` : '.'),
    label: (windowMs: number) => `Messages used in ${hours(windowMs)} hours`,
    failed: 'How many messages are left cannot be shown right now.',
  },
  invoices: {
    title: 'Invoices',
    none: 'No invoices yet.',
    failed: 'The invoices cannot be shown right now.',
    date: 'Date',
    amount: 'Amount',
    state: 'Status',
    link: 'Invoice',
    view: 'View',
    viewOf: (iso: string) => `View the invoice of ${dayOf(iso)}`,
    day: dayOf,
    money,
    states: { draft: 'Draft', open: 'Not paid', paid: 'Paid', void: 'Void', uncollectible: 'Not collected' },
    refunded: 'Refunded',
    refundedPart: (amount: string) => `${amount} refunded`,
  },
} as const;
