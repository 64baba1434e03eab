import type { PageProps } from '#client/lib/page-types.ts'
import { DocketList } from '#client/ui/brand/docket-list.tsx'
import { Container } from '#client/ui/container.tsx'
import { Lead, PageHead } from '#client/ui/content/page-head.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import { media } from '#client/ui/media.ts'
import { Apps } from './apps.tsx'
import { Parts } from './parts.tsx'
import { Steps } from './steps.tsx'
import { Trades } from './trades.tsx'

/** Enough to set up a trial with. */
const bring = [
  { title: 'Your product list', text: 'Any format. A photo of the price sheet is fine.' },
  { title: 'One week of orders', text: 'Emails, texts, voicemails, paper.' },
  { title: 'Your client list', text: 'Names, delivery days, who pays how.' },
]

/** `/learn-more` (§2): the way from the first call to the first own order. */
export default function LearnMoreScreen({ site }: PageProps<null>) {
  return (
    <>
      <PageHead>
        <Title>How you get from spreadsheets to {site.name}</Title>
        <Lead>No big switch-over day. We move one part of your week at a time, beside what you already use.</Lead>
      </PageHead>
      <Columns>
        <Steps />
        <DocketList title="Bring to the first call" entries={bring} sticky />
      </Columns>
      <Parts />
      <Apps slug={site.slug} />
      <Trades />
    </>
  )
}

const s = createStyled('learn-more')
const Title = s('h1')`
  max-width: 12.4em;
`
const Columns = s(Container)`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 372px;
  gap: clamp(32px, 5vw, 80px);
  align-items: start;
  padding-bottom: var(--s-section);
  ${media.singleColumn} { grid-template-columns: minmax(0, 1fr); }
`
