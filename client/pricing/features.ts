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
