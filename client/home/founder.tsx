import { ButtonLink } from '#client/ui/base/button.tsx'
import { Container, Section } from '#client/ui/base/layout.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { Promises } from '#client/ui/brand/promises.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'

/** The founder: described, named only if `site.yml` does, without a portrait; and what buyers can rely on. */
export const Founder = ({ site: { name, founder, company } }: { site: SiteInfo }) => (
  <Section $joined $thin>
    <Container>
      <Paper>
        <Columns data-theme="light">
          <TextColumn>
            <h2>You work with the person who built it</h2>
            <p>
              {founder ? (
                <>
                  <span>{founder.name}</span> founded <span>{name}</span>: an electrical and software engineer with more
                  than 15 years of experience. You work directly with him and his team.
                </>
              ) : (
                <>
                  <span>{name}</span> was founded by an electrical and software engineer with more than 15 years of
                  experience. You work directly with him and his team.
                </>
              )}{' '}
              They set up your data and customize the software for you.
            </p>
            <ButtonLink to={pagePaths.contact}>Talk to the founder</ButtonLink>
          </TextColumn>
          <Held company={company} />
        </Columns>
      </Paper>
    </Container>
  </Section>
)

const s = createStyled('founder')
/** Paper looks the same in both themes. */
const Paper = s('div')`
  overflow: hidden;
  border-radius: var(--r-xl);
  background: var(--paper);
  [data-theme='light'] & { box-shadow: 0 0 0 1px var(--line); }
`
/** Content on paper has the light theme's colors. */
const Columns = s('div')`
  display: grid;
  grid-template-columns: 1fr 0.82fr;
  color: var(--paper-ink);
  ${media.compact} { grid-template-columns: minmax(0, 1fr); }
`
const TextColumn = s('div')`
  padding: clamp(24px, 4vw, 56px);
  & > p { margin: 16px 0 26px; color: var(--text-2); font-size: 1.125rem; }
  ${media.phone} { & > p { font-size: 1rem; } & > a { width: 100%; } }
`
const Held = s(Promises)`
  padding: clamp(24px, 4vw, 56px);
  background: color-mix(in srgb, var(--kraft) 30%, var(--paper));
`
