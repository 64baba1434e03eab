/** The texts of the home page, unless content/pages/home.yml has others. */
export const homeTexts = (name: string) => ({
  hero: {
    headline: 'Food businesses run smoother on',
    accent: `${name} ERP.`,
    lead: 'The order comes in tonight. The bread, the van and the invoice follow.',
    benefits: [
      'We customize the software and set up your data for free',
      '1 month free trial: no money down, no contracts',
      'Work directly with our founder and his team',
    ],
  },
  trades: { title: 'Pick your trade' },
  night: {
    title: 'One night, from order to payment',
    lead: 'You type nothing twice: the list, the van and the invoice come from the order.',
  },
  parts: {
    title: 'One pallet. Every part of the business.',
    lead: 'ERP is short for enterprise resource planning: one program for your orders, your bake list, your vans and your invoices, instead of a spreadsheet for each.',
    text: 'Production, inventory, service, human resources, MRP, sales, CRM, purchasing and financials share the same clients, products and orders. Change a number once and every screen has it.',
  },
  overview: {
    title: 'Three things you will use before 9 am',
    crm: 'Manage your clients: who owns the account, what they order and what they owe.',
    ordering: 'Wholesale order and production management. Confirm an order, and your floor sees it.',
    portal: 'Online orders and invoicing. Clients order when it suits them and pay by card or bank transfer.',
  },
  plugins: { lead: 'Add only what you use. If a plugin is nearly right, tell us what is missing.' },
  closing: {
    title: 'Try it with your own orders',
    text: 'Send us your product list and a week of orders. We set up the data and the first month is free.',
  },
})
export type HomeTexts = ReturnType<typeof homeTexts>
