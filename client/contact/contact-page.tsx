import type { PageProps } from '#client/lib/page-types.ts'
import { DocketList } from '#client/ui/brand/docket-list.tsx'
import { Container } from '#client/ui/container.tsx'
import { Lead } from '#client/ui/content/page-head.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import { RequiresJavaScriptNotice } from '#client/ui/form/requires-javascript.tsx'
import { media } from '#client/ui/media.ts'
import { ContactDetails } from './contact-details.tsx'
import { ContactForm } from './contact-form.tsx'

const next = [
  { title: 'A call', text: 'You show how orders reach you now.' },
  { title: 'A set-up', text: 'We load your products, clients and prices. Free.' },
  { title: 'A month', text: 'You run real orders. No money down, no contracts.' },
]

/** `/contact-us` (§2, decision 34). */
export default function ContactScreen({ site }: PageProps<null>) {
  return (
    <Columns>
      <div>
        <h1>Tell us how your week works</h1>
        <Lead>
          What you make or move, who you deliver to and what slows you down. The founder or someone from his team will
          answer.
        </Lead>
        {site.captcha && <RequiresJavaScriptNotice email={site.contact.email} />}
        <ContactForm captcha={site.captcha} />
      </div>
      <Aside>
        <DocketList title="Then, in this order" entries={next} />
        <div>
          <h2>Or reach us directly</h2>
          <ContactDetails contact={site.contact} />
        </div>
      </Aside>
    </Columns>
  )
}

const s = createStyled('contact')
const Columns = s(Container)`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 400px;
  gap: clamp(32px, 5vw, 80px);
  align-items: start;
  padding-block: calc(76px + clamp(40px, 6vw, 88px)) var(--s-section);
  ${media.singleColumn} { grid-template-columns: minmax(0, 1fr); }
`
const Aside = s('div')`
  display: grid;
  gap: 40px;
  & h2 { font-size: 1.5rem; }
  & h2 + ul { margin-top: 12px; }
`
