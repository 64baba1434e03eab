import type { PluginKey } from '#contract/site.ts'

export type Inclusion = 'Included' | 'Additional Costs Apply'
export type Feature = { name: string; soon?: boolean }
export type Plugin = Feature & { key: PluginKey; text: string }
/** Features that every edition includes on the same terms. */
export type FeatureGroup = { title: string; inclusion: Inclusion; features: readonly Feature[] }

/** In the order of the chart; `soon` marks what is coming soon. */
const included: readonly FeatureGroup[] = [
  {
    title: 'CRM',
    inclusion: 'Included',
    features: [
      { name: 'Advanced CRM' },
      { name: 'Drag ’N’ Drop Form Builder' },
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
]
export const plugins: readonly Plugin[] = [
  {
    name: 'Sales Order System',
    key: 'sales_order_system',
    text: 'Sales Ordering: an order becomes the production list, the packing list and the invoice.',
  },
  {
    name: 'Client Login',
    key: 'client_login',
    text: 'The Client Portal: your clients order online and find their invoices.',
  },
  {
    name: 'Calendars & Appointments',
    key: 'calendars_and_appointments',
    soon: true,
    text: 'Your team’s calendar, next to its orders.',
  },
  {
    name: 'Project Management',
    key: 'project_management',
    soon: true,
    text: 'Your team’s projects, next to its orders.',
  },
]
export const featureGroups: readonly FeatureGroup[] = [
  ...included,
  { title: 'Plugins', inclusion: 'Additional Costs Apply', features: plugins },
]
/** What every edition includes. */
export const includedFeatures = included.flatMap(({ features }) => features)
