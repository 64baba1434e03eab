import { ButtonLink } from '#client/ui/base/button.tsx'
import { Container, Section } from '#client/ui/base/layout.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { pagePaths } from '#contract/paths.ts'

/** The founder: described, not named, without a portrait. */
export const Founder = ({ name }: { name: string }) => (
  <Section $band>
    <Container>
      <Paper>
        <Columns data-theme="light">
          <Bench data-print="hidden">
            <FounderArt />
          </Bench>
          <TextColumn>
            <h2>You work with the person who built it</h2>
            <p>
              <span>{name}</span> was founded by an electrical and software engineer with more than 15 years of
              experience. You work directly with him and his team: they set up your data and customize the software for
              you.
            </p>
            <Terms>
              <dt>Free</dt>
              <dd>customization and data setup</dd>
              <dt>1 month</dt>
              <dd>trial, no money down</dd>
              <dt>No</dt>
              <dd>contracts</dd>
            </Terms>
            <ButtonLink to={pagePaths.contact}>Talk to the founder</ButtonLink>
          </TextColumn>
        </Columns>
      </Paper>
    </Container>
  </Section>
)

const traces = [
  'M120-130v60l48 48v134',
  'M70-80v70l62 62v60',
  'M28 0v50l66 66v64',
  'M300-130v60l-48 48v134',
  'M350-80v70l-62 62v60',
  'M392 0v50l-66 66v64',
  'M210-160v272',
]
const pads = [
  [120, -138],
  [70, -88],
  [28, -8],
  [300, -138],
  [350, -88],
  [392, -8],
  [210, -168],
] as const
const crates = [
  { x: 150, y: 112, width: 120, height: 64, day: 'sat' },
  { x: 76, y: 180, width: 130, height: 70, day: 'mon' },
  { x: 214, y: 180, width: 130, height: 70, day: 'wed' },
]

export function FounderArt() {
  return (
    <Drawing
      viewBox="0 -190 420 508"
      role="img"
      aria-label="Illustration: circuit traces on a workbench turn into crates on a pallet"
    >
      <g>
        {traces.map((path) => (
          <path key={path} d={path} />
        ))}
        {pads.map(([x, y]) => (
          <circle key={x} cx={x} cy={y} r="9" />
        ))}
      </g>
      {crates.map(({ day, ...box }) => (
        <use key={day} href="#crate" {...box} fill={`var(--${day})`} />
      ))}
      <svg x="48" y="252" width="324" height="62" viewBox="0 0 492 50" preserveAspectRatio="none" aria-hidden="true">
        <use href="#pallet" width="492" height="50" />
      </svg>
    </Drawing>
  )
}

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
const TextColumn = s('div')`
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
  & > dt { font: 620 1.375rem / 1.3 var(--f-display); white-space: nowrap; }
  & > dd { align-self: center; color: var(--text-2); }
`
const Drawing = s('svg')`
  width: 100%;
  height: auto;
  ${media.singleColumn} { max-height: 300px; }
  & > g:first-child { fill: none; stroke: var(--primary); stroke-width: 4; stroke-linecap: round; stroke-linejoin: round; }
  & circle { fill: color-mix(in srgb, var(--kraft) 30%, var(--paper)); }
`
