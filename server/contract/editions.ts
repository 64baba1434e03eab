/** The four editions in plan order, the same order as the prices of content/plans.yml. */
export const editions = [
  { plan: 1, name: 'Essentials', users: '4', clients: '200', storage: '5 GB' },
  { plan: 2, name: 'Professional', users: '12', clients: '1000', storage: '12 GB' },
  { plan: 3, name: 'Business', users: '25', clients: '2000', storage: '25 GB' },
  { plan: 4, name: 'Enterprise', users: 'Contact Us', clients: 'Contact Us', storage: 'Contact Us' },
] as const
export type Edition = (typeof editions)[number]

export type Inclusion = 'Included' | 'Additional Costs Apply'
export type Feature = { name: string; soon?: boolean }
/** Features that every edition includes on the same terms. */
export type FeatureGroup = { title: string; inclusion: Inclusion; features: readonly Feature[] }

/** All features in the order of the chart; `soon` marks those that are coming soon. */
export const featureGroups: readonly FeatureGroup[] = [
  {
    title: 'CRM',
    inclusion: 'Included',
    features: [
      { name: 'Advanced CRM' },
      { name: "Drag 'N' Drop Form Builder" },
      { name: 'Searchable Client Database' },
      { name: 'Customizable Data Table' },
      { name: 'Event Notification Messages' },
      { name: 'Client Status Automation' },
      { name: 'Dashboard & Statistics', soon: true },
      { name: 'Mobile Adaptable' },
    ],
  },
  {
    title: 'Team',
    inclusion: 'Included',
    features: [{ name: 'Client Ownership' }, { name: 'Employee Management Tree' }, { name: 'User Groups' }],
  },
  {
    title: 'Plugins',
    inclusion: 'Additional Costs Apply',
    features: [
      { name: 'Sales Order System' },
      { name: 'Client Login' },
      { name: 'Calendars & Appointments', soon: true },
      { name: 'Project Management', soon: true },
    ],
  },
]
