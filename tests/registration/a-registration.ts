/** A valid registration, with some fields changed. */
export const aRegistration = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  firstName: 'Ann',
  lastName: 'O’Neil',
  jobTitle: 'Owner',
  email: 'ann@bakery.example',
  phone: '(555) 123 - 4567 x1234',
  company: 'Ann’s Bakery',
  country: 'United States',
  streetNumber: '12 B',
  streetName: 'Main Street',
  city: 'Springfield',
  state: 'Illinois',
  postalCode: '12345',
  username: 'annbaker',
  password: 'correct horse',
  password_confirmation: 'correct horse',
  plan: 1,
  reCaptchaToken: '',
  token: 'spring-fair_7',
  ...changes,
})

/** A different company. */
export const another = (n: number | string, changes: Record<string, unknown> = {}) =>
  aRegistration({ username: `username-${n}`, email: `ann-${n}@bakery.example`, token: `token-${n}`, ...changes })
