/** The texts of the features page, unless content/pages/features.yml has others. */
export const featuresTexts = () => ({
  description:
    'Orders, production, packaging, shipping, inventory, accounts receivable and statistics in one system, with client ownership, an employee management tree and user groups.',
  hero: {
    headline: 'Orders, production, shipping and payments\u00a0in one\u00a0place',
    lead: 'An order, production, packaging, shipping, inventory, accounts-receivable and statistics management system, built into a CRM. Affordable plans for all organizations.',
  },
  receivables: {
    title: 'Invoices and payments from one dashboard',
    text: 'See what is open, how old it is and who pays automatically. Clients can turn on auto-bill-pay by credit card or bank transfer (ACH), so you stop chasing.',
  },
  clients: {
    title: 'Clients, orders and production from one dashboard',
    text: 'The order your client placed last night is in production this morning. Change it once, and both the office and the floor see it.',
  },
  closing: {
    title: 'See it with your own orders',
    text: 'We customize the software and set up your data for free. The first month is free too.',
  },
})
export type FeaturesTexts = ReturnType<typeof featuresTexts>
