import type { ContactMessage } from '#contract/contact.ts'

type Addressee = { email: string; name: string }

/** A link that opens the visitor's mail program with the message ready. Nothing is sent until it is sent there (RFC 6068). */
export function mailLink(to: Addressee, { name, company, email, phone, message }: ContactMessage): string {
  const from = [name, company].filter(Boolean).join(', ')
  const body = [message, '', name, company, email, phone].filter((line, index) => line || index === 1).join('\n')
  return `mailto:${encoded(to.email)}?subject=${encoded(`To ${to.name} from ${from}`)}&body=${encoded(body)}`
}

/** Half a character, as a text cut short may end in, cannot be encoded. */
const encoded = (text: string) =>
  encodeURIComponent(text.toWellFormed().replaceAll(/\r?\n/g, '\r\n')).replaceAll('%40', '@')
