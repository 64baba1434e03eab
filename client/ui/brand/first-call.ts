/** What a business has ready for the first call. */
export const firstCall = [
  { title: 'Your product list', text: 'Any format. A photo of the price sheet will do.' },
  { title: 'One week of orders', text: 'Emails, texts, voicemails, paper.' },
  { title: 'Your client list', text: 'Names, delivery days and how each one pays.' },
] as const
