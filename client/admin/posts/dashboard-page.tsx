import { useRef, useState } from 'react'
import { type Deletable, deletion, postDeletion } from '#client/admin/post-form/deletion.ts'
import { useContentState } from '#client/admin/post-form/use-content-state.ts'
import { SidePanels } from '#client/admin/posts/panels/terms-panel.tsx'
import { Above, Columns, Heading, HeadingActions } from '#client/admin/shared/admin.styles.ts'
import { focusIsLost, type Question } from '#client/admin/shared/dialogs.tsx'
import { LoadFailed } from '#client/admin/shared/errors.tsx'
import { usePageInfo } from '#client/admin/shell/page-info.ts'
import { Button, ButtonLink } from '#client/ui/base/button.tsx'
import { Icon } from '#client/ui/base/icon.tsx'
import { Spinner } from '#client/ui/base/spinner.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { PostCard } from '#contract/posts.ts'
import { type Bulk, DashboardDialogs } from './dashboard-dialogs.tsx'
import { DashboardNotices } from './dashboard-notices.tsx'
import { PostSection } from './post-section.tsx'
import { useDashboard } from './use-dashboard.ts'

/** /admin/blog */
export default function DashboardPage() {
  const dashboard = useDashboard()
  const { heading: title } = usePageInfo()
  const [question, setQuestion] = useState<Question>()
  const [history, setHistory] = useState<PostCard>()
  const [bulk, setBulk] = useState<Bulk>()
  const heading = useRef<HTMLHeadingElement>(null)
  const answered = () => {
    setQuestion(undefined)
    setBulk(undefined)
    if (focusIsLost()) heading.current?.focus()
  }
  const ask = (kind: Deletable, title: string, work: () => Promise<boolean>) => setQuestion(deletion(kind, title, work))
  const { lists } = dashboard
  const content = useContentState(lists !== undefined)

  return (
    <>
      <Page width="admin">
        {dashboard.failure && (
          <Above>
            <Alert onDismiss={dashboard.dismiss}>{dashboard.failure}</Alert>
          </Above>
        )}
        {!dashboard.failure && lists && dashboard.loadFailure && (
          <Above>
            <LoadFailed message={dashboard.loadFailure} onRetry={dashboard.reload} />
          </Above>
        )}
        {dashboard.notice && (
          <Above>
            <Alert tone="success" onDismiss={dashboard.dismissNotice}>
              {dashboard.notice}
            </Alert>
          </Above>
        )}
        <section>
          <Top>
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            <HeadingActions>
              <ButtonLink to={pagePaths.adminNew}>
                <Icon name="edit" size={20} /> Write
              </ButtonLink>
              <Button variant="outline" disabled={!lists} onClick={dashboard.create}>
                <Icon name="plus" size={20} /> Create Post
              </Button>
            </HeadingActions>
          </Top>
          {lists && <DashboardNotices lists={lists} content={content} />}
          {!lists && !dashboard.loadFailure && <Spinner label="Loading blog posts..." />}
          {!lists && dashboard.loadFailure && <LoadFailed message={dashboard.loadFailure} onRetry={dashboard.reload} />}
          {lists && (
            <PostSection
              dashboard={dashboard}
              lists={lists}
              onBulk={(action, selected) => setBulk({ action, selected })}
              onHistory={setHistory}
              onDelete={(post) =>
                setQuestion(
                  postDeletion({ title: post.title, isLive: post.state === 'live' }, content, () =>
                    dashboard.deletePost(post),
                  ),
                )
              }
            />
          )}
        </section>
        {lists && (
          <SidePanels
            lists={lists}
            onAdd={dashboard.addTerms}
            onRename={dashboard.renameTerm}
            onDelete={(kind, one) =>
              ask(kind === 'tags' ? 'tag' : 'category', one.name, () => dashboard.deleteTerm(kind, one))
            }
          />
        )}
      </Page>
      {lists && (
        <DashboardDialogs
          dashboard={dashboard}
          lists={lists}
          bulk={bulk}
          content={content}
          history={history}
          question={question}
          onHistoryClosed={() => setHistory(undefined)}
          onAnswered={answered}
        />
      )}
    </>
  )
}

const s = createStyled('dashboard')
/** Less room than on other pages, so that the list begins in the first part of the window. */
const Page = s(Columns)`
  padding-top: 20px;
`
const Top = s(Heading)`
  margin-bottom: 8px;
`
