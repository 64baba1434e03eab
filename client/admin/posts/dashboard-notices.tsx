import { GitPanel } from '#client/admin/posts/panels/git-panel.tsx'
import { ProblemsPanel } from '#client/admin/posts/panels/problems-panel.tsx'
import type { Lists } from '#client/admin/posts/state/use-lists.ts'
import { TimeMachine } from '#client/admin/time-machine/time-machine.tsx'
import { TextLink } from '#client/ui/base/button.tsx'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import type { ContentState } from '#contract/content.ts'
import { pagePaths } from '#contract/paths.ts'

const FirstSteps = lazyPart(() => import('./first-steps.tsx'))
const UnsavedTexts = lazyPart(() => import('#client/admin/post-form/unsaved-texts.tsx'))

type Props = { lists: Lists; content: ContentState | undefined }

/** What needs attention, above the list of posts, and tools of the blog. */
export const DashboardNotices = ({ lists, content }: Props) => (
  <>
    <FirstSteps />
    <UnsavedTexts />
    <ProblemsPanel {...lists.problems} />
    <GitPanel state={content} />
    <Tools>
      <TimeMachine />
      <TextLink to={pagePaths.adminImport}>Import a blog</TextLink>
    </Tools>
  </>
)

const s = createStyled('dashboard-tools')
const Tools = s('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: start;
  gap: 0 24px;
`
