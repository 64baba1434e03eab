import { FIRST_STEPS_HIDDEN_KEY, useRemembered } from '#client/admin/shell/remembered.ts'
import { IconButton } from '#client/ui/base/button.tsx'
import { Link } from '#client/ui/base/link.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { pagePaths } from '#contract/paths.ts'

/** Where to begin, until it is dismissed in this browser. */
export default function FirstSteps() {
  const [isHidden, setHidden] = useRemembered(FIRST_STEPS_HIDDEN_KEY)
  if (isHidden) return null
  return (
    <StepList aria-label="First steps">
      <ul>
        <li>
          <Link to={pagePaths.adminNew}>Start a post</Link>: it is a draft until you publish it.
        </li>
        <li>Each post is a file in the folder posts of the content folder; images are in the storage folder.</li>
        <li>
          <Link to={pagePaths.adminAccount}>Set your name and invite others</Link>. Help, at the top, answers more.
        </li>
      </ul>
      <IconButton icon="close" size={20} label="Dismiss first steps" onClick={() => setHidden(true)} />
    </StepList>
  )
}

const s = createStyled('admin-first-steps')
const StepList = s('section')`
  display: flex;
  justify-content: space-between;
  align-items: start;
  gap: 12px;
  margin-bottom: 20px;
  padding: 12px 6px 12px 18px;
  border-left: 5px solid var(--primary);
  border-radius: var(--r-md);
  background: var(--surface-2);
  & li { padding-block: 3px; }
  & a { color: var(--primary-ink); font-weight: 640; }
`
