import { createStyled } from '#client/ui/create-styled.ts'

const s = createStyled('screen-progress')
/** Lengths are attributes of a drawing: the security policy allows no style attributes, and each length a class would be many. */
const Track = s('svg')`
  display: block;
  width: 100%;
  height: 0.5em;
  fill: var(--day);
`

/** A bar, `percent` of it filled in the colour of the day (`--d`). */
export function Progress({ percent, className }: { percent: number; className?: string }) {
  return (
    <Track className={className} aria-hidden="true">
      <rect width={`${percent}%`} height="100%" />
    </Track>
  )
}
