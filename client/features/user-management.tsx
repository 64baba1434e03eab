import { UserTree } from '#client/mockups/diagrams.tsx'
import { Container, LeadText, Section, SectionHead } from '#client/ui/base/layout.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { WithoutWidow } from '#client/ui/base/without-widow.tsx'
import { type DayCard, DayCards } from '#client/ui/brand/day-cards.tsx'

const bullets: DayCard[] = [
  {
    day: 'mon',
    title: 'Client ownership',
    text: 'Each client has an owner, so everyone knows which clients are theirs.',
  },
  {
    day: 'sat',
    title: 'Employee management tree',
    text: 'Management levels that match your business, not a software menu.',
  },
  {
    day: 'thu',
    title: 'User groups',
    text: 'The floor, the office, the drivers: groups that mirror your teams.',
  },
]

const s = createStyled('user-management')
const Head = s(SectionHead)`
  margin-inline: auto;
  text-align: center;
  & > p { text-wrap: balance; }
`
const Bullets = s(DayCards)`
  margin-top: 72px;
`

export const UserManagement = () => (
  <Section>
    <Container>
      <Head>
        <h2>
          <WithoutWidow>Advanced User Management</WithoutWidow>
        </h2>
        <LeadText>Robust tools designed to manage small businesses to large organizations</LeadText>
        <p>One of you looks after the restaurants, another after the stores. Every client has one person to call.</p>
      </Head>
      <UserTree />
      <Bullets cards={bullets} />
    </Container>
  </Section>
)
