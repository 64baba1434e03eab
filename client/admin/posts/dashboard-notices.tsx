import { GitLine, GitPanel } from '#client/admin/posts/panels/git-panel.tsx'
import { ProblemsPanel } from '#client/admin/posts/panels/problems-panel.tsx'
import type { Lists } from '#client/admin/posts/state/use-lists.ts'
import { TimeMachine } from '#client/admin/time-machine/time-machine.tsx'
import { TextLink } from '#client/ui/base/button.tsx'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import type { ContentState } from '#contract/content.ts'
import { pagePaths } from '#contract/paths.ts'

const UnsavedTexts = lazyPart(() => import('#client/admin/post-form/unsaved-texts.tsx'))

type Props = { lists: Lists; content: ContentState | undefined }

/** What needs attention, above the list of posts, and in one line what does not. */
export const DashboardNotices = ({ lists, content }: Props) => (
  <>
    <QuietLine>
      <GitLine state={content} />
      <UnsavedTexts />
      <TimeMachine />
      <TextLink to={pagePaths.adminImport}>Import a blog</TextLink>
    </QuietLine>
    <ProblemsPanel {...lists.problems} />
    <GitPanel state={content} />
  </>
)

const s = createStyled('dashboard-tools')
/** The list of posts begins in the first part of the window. */
const QuietLine = s('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 20px;
  margin-block: -4px 4px;
  ${media.phone} { margin-top: 4px; & > p { flex-basis: 100%; } }
`
