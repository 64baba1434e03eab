import { Container } from '#client/ui/container.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import { ButtonLink } from '#client/ui/form/button.tsx'
import { media } from '#client/ui/media.ts'
import { pagePaths } from '#contract/paths.ts'
import { FounderArt } from './founder-art.tsx'

const s = createStyled('founder')
/** Paper is paper in both themes. */
const Paper = s('section')`
  overflow: hidden;
  border-radius: var(--r-xl);
  background: var(--paper);
  [data-theme='light'] & { box-shadow: 0 0 0 1px var(--line); }
`
/** What stands on paper has the light theme's colors. */
const Columns = s('div')`
  display: grid;
  grid-template-columns: 0.82fr 1fr;
  color: var(--paper-ink);
  ${media.compact} { grid-template-columns: minmax(0, 1fr); }
`
const Bench = s('div')`
  display: grid;
  place-items: end center;
  padding: 40px 32px 0;
  background: color-mix(in srgb, var(--kraft) 30%, var(--paper));
`
const Words = s('div')`
  padding: clamp(32px, 5vw, 72px);
  & > p { margin-top: 16px; color: var(--text-2); font-size: 1.125rem; }
  ${media.phone} { & > a { width: 100%; } }
`
const Terms = s('dl')`
  display: grid;
  grid-template-columns: auto 1fr;
  gap: 10px 20px;
  margin: 28px 0 32px;
  padding-top: 24px;
  border-top: 2px dashed color-mix(in srgb, var(--kraft) 60%, var(--paper));
  & > dt { font: 620 1.375rem / 1.3 var(--f-display); }
  & > dd { align-self: center; color: var(--text-2); }
`

/** Who builds the software: described, not named, and without a portrait until there is one (DESIGN §2). */
export const Founder = ({ name }: { name: string }) => (
  <Container>
    <Paper>
      <Columns data-theme="light">
        <Bench>
          <FounderArt />
        </Bench>
        <Words>
          <h2>You work with the person who built it</h2>
          <p>
            {name} was founded by an electrical and software engineer with more than 15 years of experience. You work
            directly with him and his team: they set up your data and customize the software for you.
          </p>
          <Terms>
            <dt>Free</dt>
            <dd>customization and data set-up</dd>
            <dt>1 month</dt>
            <dd>trial, no money down</dd>
            <dt>None</dt>
            <dd>contracts</dd>
          </Terms>
          <ButtonLink to={pagePaths.contact}>Talk to the founder</ButtonLink>
        </Words>
      </Columns>
    </Paper>
  </Container>
)
