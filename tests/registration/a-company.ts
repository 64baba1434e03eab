/** Every typed field by its label, and a valid company. */
export const aCompany = {
  'First Name': 'Rosa',
  'Last Name': 'Delgado',
  'Job Title': 'Owner',
  Email: 'rosa@delgado.example',
  Phone: '5035550142',
  Company: 'Delgado Bread Co.',
  'Street Number': '418',
  'Street Name': 'Alder Street',
  City: 'Portland',
  State: 'Oregon',
  'Postal Code': '97201',
  Username: 'rosadelgado',
  Password: 'sourdough-18h',
  'Password Confirmation': 'sourdough-18h',
} as const

/** The same company with unique names, for a site that many journeys share. */
export const aCompanyAs = (username: string) => ({
  ...aCompany,
  Email: `${username}@delgado.example`,
  Username: username,
})
