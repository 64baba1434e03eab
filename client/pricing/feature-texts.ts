/** What a feature means in daily work, by its name in the chart. The sentences of plugins are with the plugins. */
export const featureTexts: Readonly<Record<string, string>> = {
  'Advanced CRM': 'One record per client: contacts, terms, orders and what they owe.',
  'Drag ’N’ Drop Form Builder': 'Build the forms that your paper ones are today.',
  'Searchable Client Database': 'Type part of a name and open the client.',
  'Customizable Data Table': 'Show the columns that you work with, in your order.',
  'Event Notification Messages': 'A message when something happens that you asked about.',
  'Client Status Automation': 'A client’s status changes by your rules, not by memory.',
  'Dashboard & Statistics': 'The numbers of your week on one page.',
  'Mobile Adaptable': 'Works on the phone in your hand.',
  'Client Ownership': 'Each client has a name on it, so everyone knows whose it is.',
  'Employee Management Tree': 'Who leads whom, as in your business.',
  'User Groups': 'The floor, the office, the drivers: each sees what it needs.',
}
