/** The four editions in plan order, the same order as the prices of content/plans.yml. */
export const editions = [
  { plan: 1, name: 'Essentials', users: '4', clients: '200', storage: '5 GB' },
  { plan: 2, name: 'Professional', users: '12', clients: '1,000', storage: '12 GB' },
  { plan: 3, name: 'Business', users: '25', clients: '2,000', storage: '25 GB' },
  { plan: 4, name: 'Enterprise', users: 'Contact Us', clients: 'Contact Us', storage: 'Contact Us' },
] as const
export type Edition = (typeof editions)[number]
