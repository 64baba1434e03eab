import { Link } from '#client/ui/base/link.tsx'
import { createStyled } from '#client/ui/base/styles.ts'

/** Mark and name, linked to the home page. The name is text, so that site.yml can change it. */
export function Logo({ name, reloadDocument = false }: { name: string; reloadDocument?: boolean }) {
  return (
    <Home to="/" aria-label={`${name} home`} reloadDocument={reloadDocument}>
      <Mark size={34} />
      <span>{name}</span>
    </Home>
  )
}

export const Mark = ({ size }: { size: number }) => (
  <svg width={size} height={size} aria-hidden="true">
    <use href="#mark" />
  </svg>
)

const s = createStyled('logo')
const Home = s(Link)`
  display: inline-flex;
  align-items: center;
  gap: 11px;
  min-height: 44px;
  color: var(--text);
  font: 620 1.5rem / 1 var(--f-display);
  letter-spacing: -0.004em;
  text-decoration: none;
  & > span { padding-bottom: 4px; }
`
