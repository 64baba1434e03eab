import { createStyled } from '#client/ui/create-styled.ts'

const s = createStyled('founder-art')
const Drawing = s('svg')`
  width: 100%;
  height: auto;
  & > g:first-child { fill: none; stroke: var(--primary); stroke-width: 4; stroke-linecap: round; stroke-linejoin: round; }
  & circle { fill: color-mix(in srgb, var(--kraft) 30%, var(--paper)); }
`

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

/** What an electrical engineer makes of a bakery's goods. */
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
