/** A `tel:` URL: digits only, with the extension after a pause. */
export const phoneUrl = (phone: string) => {
  const [number = '', extension] = phone.toLowerCase().split('x')
  const digits = (text: string) => text.replaceAll(/[^\d+]/g, '')
  return `tel:${digits(number)}${extension ? `,${digits(extension)}` : ''}`
}
