import { UserTree } from '#client/screens/stills.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Container } from '#client/ui/container.tsx'
import type { Day } from '#client/ui/pallet-scene.tsx'
import { scoped } from '#client/ui/scoped.ts'
import { LeadText, Section, SectionHead } from '#client/ui/section.tsx'
import { media } from '#client/ui/theme.ts'
import { pagePaths } from '#contract/paths.ts'

const bullets: [day: Day, title: string, text: string][] = [
  ['mon', 'Client ownership', 'Each client has an owner, so everybody knows who looks after whom.'],
  [
    'sat',
    'Employee management tree',
    'Levels of management as they are in your business, not as a software menu has them.',
  ],
  ['thu', 'User groups', 'The floor, the office and the drivers: groups that you make as your teams are made.'],
]

const s = scoped('user-management')
const Head = s(SectionHead)`
  margin-inline: auto;
  text-align: center;
`
const Bullets = s('ul')`
  display: grid;
  grid-template-columns: repeat(3, 1fr);
  gap: 24px;
  margin-top: 72px;
  ${media.compact} { grid-template-columns: minmax(0, 1fr); }
`
/** The edge has the color of a day. */
const Bullet = s('li')<{ $day: Day }>`
  padding: 28px;
  border-top: 6px solid ${({ $day }) => `var(--${$day})`};
  border-radius: var(--r-lg);
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
  & > p { margin-top: 10px; color: var(--text-2); }
`
const Action = s('p')`
  margin-top: 56px;
  text-align: center;
  ${media.phone} { & > a { width: 100%; } }
`

/** Illustration, its sentence, the three bullets and the last button (§2). */
export const UserManagement = () => (
  <Section $band>
    <Container>
      <Head>
        <h2>Advanced User Management</h2>
        <LeadText>Robust tools designed to manage small businesses to large organizations</LeadText>
      </Head>
      <UserTree />
      <Bullets>
        {bullets.map(([day, title, text]) => (
          <Bullet key={title} $day={day}>
            <h3>{title}</h3>
            <p>{text}</p>
          </Bullet>
        ))}
      </Bullets>
      <Action>
        <ButtonLink to={pagePaths.contact} caps>
          SEE ALL FEATURES IN ACTION
        </ButtonLink>
      </Action>
    </Container>
  </Section>
)
