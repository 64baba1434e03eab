/** The texts of the prices page, unless content/pages/pricing.yml has others. */
export const pricingTexts = (name: string) => ({
  description: `The four editions of ${name} ERP side by side: users, clients, storage and features. Prices per person, per month; the first month is free.`,
  hero: {
    headline: 'Prices per person, per month. Plugins extra.',
    lead: 'Every edition includes the CRM. We customize the software and set up your data for free, and the first month is free, too.',
  },
  closing: {
    title: 'Not sure which edition fits?',
    text: 'Tell us how many people, clients and delivery days you have. If the smallest one is enough, we will say so.',
  },
})
export type PricingTexts = ReturnType<typeof pricingTexts>
