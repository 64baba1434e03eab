import type { ComponentType } from 'react'
import { MiniCrm, MiniPortal } from '#client/mockups/mini.tsx'
import { MiniOrder } from '#client/mockups/mini-order.tsx'

import { Card } from '#client/ui/content/card.tsx'
import { ButtonLink } from '#client/ui/form/button.tsx'
import { Container, Section, SectionHead } from '#client/ui/layout.tsx'
import { createStyled, media } from '#client/ui/styles.ts'
import { LabelWithHiddenContext } from '#client/ui/visually-hidden.tsx'

import { pagePaths } from '#contract/paths.ts'

type Part = { title: string; text: string; Picture: ComponentType<object> }

const parts: Part[] = [
  {
    title: 'Advanced CRM',
    text: 'Manage your clients: who owns the account, what they order and what they owe.',
    Picture: MiniCrm,
  },
  {
    title: 'Sales Ordering',
    text: 'Wholesale order and production management. An order you confirm is an order your floor can see.',
    Picture: MiniOrder,
  },
  {
    title: 'Client Portal',
    text: 'Online orders and invoicing. Clients order when it suits them and pay by card or bank transfer.',
    Picture: MiniPortal,
  },
]

const s = createStyled('overview')
const Cards = s('div')`
  display: grid;
  grid-template-columns: repeat(3, 1fr);
  gap: 24px;
  ${media.compact} { grid-template-columns: minmax(0, 1fr); }
`
const Words = s('div')`
  display: flex;
  flex: 1;
  flex-direction: column;
  align-items: start;
  padding: 28px 28px 24px;
  border-top: 1px solid var(--line);
  & > p { margin: 10px 0 18px; color: var(--text-2); }
  & > a { margin-top: auto; }
`

export const Overview = () => (
  <Section>
    <Container>
      <SectionHead>
        <h2>Three things you will use before 9 am</h2>
      </SectionHead>
      <Cards>
        {parts.map(({ title, text, Picture }) => (
          <Card key={title}>
            <Picture />
            <Words>
              <h3>{title}</h3>
              <p>{text}</p>
              <ButtonLink to={pagePaths.contact} variant="outline" small>
                <LabelWithHiddenContext shown="Learn More" rest={`about ${title}`} />
              </ButtonLink>
            </Words>
          </Card>
        ))}
      </Cards>
    </Container>
  </Section>
)
