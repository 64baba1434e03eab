import type { DocumentHead, PageProps } from '#client/lib/page-types.ts'
import { phoneUrl } from '#client/lib/phone-url.ts'
import { TextLink } from '#client/ui/base/button.tsx'
import { Lead } from '#client/ui/base/layout.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { AsideColumns, DocketList } from '#client/ui/brand/docket-list.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'

const next = [
  { title: 'We call you', text: 'The founder or someone from his team, to learn how your week works.' },
  { title: 'We set up your data', text: 'Clients, products and prices. Free.' },
  { title: 'You decide after a month', text: 'Nothing to pay up front and no contract to get out of.' },
]

export const head = (_: null, { name }: SiteInfo): DocumentHead => ({
  title: `Welcome | ${name}`,
  description: `Your free month of ${name} is on its way: what happens next, and how to reach us.`,
  noindex: true,
})

/** `/welcome`: where the browser goes after a sign-up, unless site.yml has another URL. */
export default function WelcomePage({ site }: PageProps<null>) {
  const { email, phone, hours } = site.contact
  return (
    <AsideColumns>
      <div>
        <h1>{`Welcome to ${site.name}`}</h1>
        <Lead>We have your registration. The first month is free: no money down, no contracts.</Lead>
        <TextColumn>
          <h2>Until we call</h2>
          <p>
            Three things help on that call: your product list, your client list and one week of orders, in whatever form
            they are now.
          </p>
          <h2>Can’t wait?</h2>
          <p>
            Write to <a href={`mailto:${email}`}>{email}</a> or call <a href={phoneUrl(phone)}>{phone}</a>.{' '}
            <span>{hours}</span>.
          </p>
          <p>
            <TextLink to={pagePaths.learnMore}>{`How you get from spreadsheets to ${site.name}`}</TextLink>
          </p>
        </TextColumn>
      </div>
      <DocketList title="What happens next" entries={next} />
    </AsideColumns>
  )
}

const s = createStyled('welcome')
const TextColumn = s('div')`
  max-width: 42.7em;
  margin-top: 36px;
  & h2 { margin-top: 32px; font-size: 1.375rem; }
  & p { margin-top: 10px; color: var(--text-2); }
  & p > a { padding-block: 3px; color: var(--primary-ink); text-underline-offset: 5px; overflow-wrap: anywhere; }
`
