/** Opens a mail to this address. What has a meaning in such a link is encoded. */
export const mailto = (email: string) => `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`

/** Calls a number as people write it: `(555) 123-4567 x89` is an extension. */
export function tel(phone: string): string {
  const [number = '', extension] = phone.split(/x/i)
  const digits = (text: string) => text.replace(/[^\d+]/g, '')
  return `tel:${digits(number)}${extension ? `;ext=${digits(extension)}` : ''}`
}
