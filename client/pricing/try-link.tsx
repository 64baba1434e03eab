import { ButtonLink } from '#client/ui/form/button.tsx'
import type { Edition } from '#contract/editions.ts'
import { pagePaths } from '#contract/paths.ts'
import { isEmphasized } from './emphasized.ts'

/** §2: to the route `try-for-free` below this page, with the plan that it preselects (decision 24). */
export const TryLink = ({ edition, small }: { edition: Edition; small?: boolean }) => (
  <ButtonLink
    to={`${pagePaths.tryForFree}?plan=${edition.plan}`}
    variant={isEmphasized(edition) ? 'primary' : 'outline'}
    small={small}
    block
    aria-label={`Try For Free: ${edition.name}`}
  >
    Try For Free
  </ButtonLink>
)
