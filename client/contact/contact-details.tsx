import { createStyled } from '#client/ui/create-styled.ts'
import { Icon } from '#client/ui/icon.tsx'
import type { Site } from '#contract/site.ts'

const s = createStyled('contact-details')
const List = s('ul')`
  display: grid;
  gap: 4px;
  & > li {
    display: grid;
    grid-template-columns: 20px minmax(0, 1fr);
    gap: 14px;
    align-items: center;
    min-height: 44px;
    color: var(--text-2);
  }
  & svg { color: var(--primary-ink); }
  & a {
    display: flex;
    align-items: center;
    min-height: 44px;
    color: var(--text);
    font-weight: 600;
    text-decoration: underline 1.5px color-mix(in srgb, currentColor 40%, transparent);
    text-underline-offset: 5px;
    overflow-wrap: anywhere;
  }
  & a:hover { text-decoration-color: currentColor; }
`

/** What a phone dials: the digits alone, and an extension as a pause. */
export const dialed = (phone: string) => {
  const [number = '', extension] = phone.toLowerCase().split('x')
  const digits = (text: string) => text.replaceAll(/[^\d+]/g, '')
  return `tel:${digits(number)}${extension ? `,${digits(extension)}` : ''}`
}

/** How the vendor is reached without the form (decision 34). */
export const ContactDetails = ({ contact: { email, phone, hours } }: Pick<Site, 'contact'>) => (
  <List>
    <li>
      <Icon name="phone" />
      <a href={dialed(phone)}>{phone}</a>
    </li>
    <li>
      <Icon name="mail" />
      <a href={`mailto:${email}`}>{email}</a>
    </li>
    <li>
      <Icon name="clock" />
      {hours}
    </li>
  </List>
)
