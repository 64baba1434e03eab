export type Inclusion = 'Included' | 'Additional Costs Apply'
export type Feature = { name: string; soon?: boolean }
/** Features that every edition includes on the same terms. */
export type FeatureGroup = { title: string; inclusion: Inclusion; features: readonly Feature[] }

/** In the order of the chart; `soon` marks what is coming soon. */
const included: readonly FeatureGroup[] = [
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
]
export const plugins: readonly Feature[] = [
  { name: 'Sales Order System' },
  { name: 'Client Login' },
  { name: 'Calendars & Appointments', soon: true },
  { name: 'Project Management', soon: true },
]
export const featureGroups: readonly FeatureGroup[] = [
  ...included,
  { title: 'Plugins', inclusion: 'Additional Costs Apply', features: plugins },
]
/** What every edition includes. */
export const includedFeatures = included.flatMap(({ features }) => features)
