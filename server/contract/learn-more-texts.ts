/** The texts of the page that describes the way to the product, unless content/pages/learn-more.yml has others. */
export const learnMoreTexts = (name: string) => ({
  description:
    'Five steps from the first call to your own orders on one system: we listen, load your data, customize the software, and you run a month free.',
  hero: {
    headline: 'How you get from\u00a0spreadsheets to',
    accent: name,
    lead: 'No big switch-over day. We move one part of your week at a time, alongside what you already use.',
  },
  steps: [
    {
      title: 'We listen',
      text: 'A call with our founder and his team. Walk us through a real Monday, from the first phone call to the last delivery.',
    },
    {
      title: 'We load your data',
      text: 'Clients, products, prices and open invoices, from the lists and papers you send. Data setup is free.',
    },
    {
      title: 'We customize',
      text: 'Your order form, your stages, your invoice. If the software does not fit how you work, we change the software. That is free, too.',
    },
    {
      title: 'You run a month free',
      text: 'Real orders, real deliveries. Your crew has the apps, your clients have the portal. No money down, no contracts.',
    },
    { title: 'You choose an edition', text: 'Per user, per month. Add plugins when you need them.' },
  ],
  parts: {
    title: 'What is on the pallet',
    text: 'Nine parts that share the same clients, products and orders. Start where it hurts most.',
  },
})
export type LearnMoreTexts = ReturnType<typeof learnMoreTexts>
