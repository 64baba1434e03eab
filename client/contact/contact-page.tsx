import type { DocumentHead, PageProps } from '#client/lib/page-types.ts'
import { phoneUrl } from '#client/lib/phone-url.ts'
import { Icon } from '#client/ui/base/icon.tsx'
import { Lead } from '#client/ui/base/layout.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { AsideColumns, DocketList } from '#client/ui/brand/docket-list.tsx'
import { RequiresJavaScriptNotice } from '#client/ui/form/spam-protection.tsx'
import { companyLine } from '#contract/company-line.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Site, SiteInfo } from '#contract/site.ts'
import { ContactForm } from './contact-form.tsx'

const next = (responseTime: string | undefined) => [
  { title: 'We answer', text: `The founder or someone from his team${responseTime ? `, ${responseTime}` : ''}.` },
  { title: 'We talk', text: 'You show us how orders reach you now.' },
  { title: 'We set up your data', text: 'Clients, products and prices. Free.' },
  { title: 'You run a month', text: 'With your own orders. No money down, no contracts.' },
]

export const head = (_: null, { name }: SiteInfo): DocumentHead => ({
  title: `Contact Us | ${name}`,
  description: `Tell us how your week works: write to ${name} or call. We set up your data for free, and the first month is free too.`,
  canonicalPath: pagePaths.contact,
  image: 'contact-us',
})

export default function ContactPage({ site }: PageProps<null>) {
  return (
    <AsideColumns $aside="400px">
      <div>
        <h1>Tell us how your week works</h1>
        <Lead>What you make or move, who you deliver to and what slows you down.</Lead>
        {site.captcha && <RequiresJavaScriptNotice email={site.contact.email} />}
        <ContactForm contact={site.contact} captcha={site.captcha} />
      </div>
      <Aside>
        <DocketList title="What happens next" entries={next(site.contact.response_time)} />
        <div>
          <h2>Or reach us directly</h2>
          <ContactDetails contact={site.contact} />
          {site.company && <Address>{companyLine(site.company)}</Address>}
        </div>
      </Aside>
    </AsideColumns>
  )
}

export const ContactDetails = ({ contact: { email, phone, hours } }: Pick<Site, 'contact'>) => (
  <List>
    <li>
      <Icon name="phone" />
      <a href={phoneUrl(phone)}>{phone}</a>
    </li>
    <li>
      <Icon name="mail" />
      <a href={`mailto:${email}`}>{email}</a>
    </li>
    <li>
      <Icon name="clock" />
      <span>{hours}</span>
    </li>
  </List>
)

const s = createStyled('contact')
const Aside = s('div')`
  display: grid;
  gap: 40px;
  & > div > h2 { font-size: 1.5rem; }
  & h2 + ul { margin-top: 12px; }
`
const Address = s('address')`
  margin-top: 12px;
  color: var(--text-2);
  font-style: normal;
`
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
    text-decoration-line: underline;
    text-decoration-thickness: 1.5px;
    text-decoration-color: color-mix(in srgb, currentColor 40%, transparent);
    text-underline-offset: 5px;
    overflow-wrap: anywhere;
  }
  & a:hover { text-decoration-color: currentColor; }
`
