import type { DocumentHead, PageProps } from '#client/lib/page-types.ts'
import { Lead } from '#client/ui/base/layout.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { AsideColumns, DocketList } from '#client/ui/brand/docket-list.tsx'
import { Promises } from '#client/ui/brand/promises.tsx'
import { RequiresJavaScriptNotice } from '#client/ui/form/spam-protection.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'

import type { SignUp } from './fields.tsx'
import { RegistrationForm } from './registration-form.tsx'

const next = [
  { title: 'We open your account', text: 'With the username you choose here.' },
  { title: 'We call you', text: 'The founder or someone from his team, to learn how your week works.' },
  { title: 'We set up your data', text: 'Clients, products and prices. Free.' },
  { title: 'You decide after a month', text: 'Nothing to pay up front and no contract to get out of.' },
]

/** An invalid token redirects to the page without one: visitors of a broken link still want the trial. */
export const head = ({ token }: SignUp, { name, trial_redirect }: SiteInfo): DocumentHead => ({
  title: `Register For ${name}`,
  description: `Start your free month of ${name}. No money down, no contracts: we set up your data for free and call you to learn how your week works.`,
  canonicalPath: pagePaths.tryForFree,
  image: 'sign-up',
  formRedirect: trial_redirect,
  ...(token && { noindex: true }),
  ...(token === 'broken' && { redirectTo: pagePaths.tryForFree }),
})

export default function RegistrationPage({ data, site }: PageProps<SignUp>) {
  return (
    <Columns>
      <div>
        <h1>{`Register For ${site.name}`}</h1>
        <Lead>One month free. No money down, no contracts. All fields are required.</Lead>
        {site.captcha && <RequiresJavaScriptNotice email={site.contact.email} />}
      </div>
      <RegistrationForm plan={data.plan} plans={data.plans} agreement={site.documents.agreement} captcha={site.captcha}>
        <DocketList title="What happens next" entries={next} />
        <Held company={site.company} inNewTab />
      </RegistrationForm>
    </Columns>
  )
}

const s = createStyled('registration')
const Held = s(Promises)`
  margin-top: 28px;
`
const Columns = s(AsideColumns)`
  row-gap: 0;
  padding-top: calc(var(--toolbar) + clamp(40px, 5vw, 72px));
  & h1 { overflow-wrap: anywhere; }
  & h1 + p { margin: 16px 0 36px; }
  /* The summary is beside the form, or between its heading and its fields. */
  & > * { grid-column: 1; }
  & > aside { grid-area: 1 / 2 / span 3; }
  ${media.singleColumn} { & > aside { grid-area: auto; } }
`
