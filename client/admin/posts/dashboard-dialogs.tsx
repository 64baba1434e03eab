import { useEffect } from 'react'
import { HistoryDialog } from '#client/admin/history/history-dialog.tsx'
import type { Lists } from '#client/admin/posts/state/use-lists.ts'
import { ConfirmDialog, PreviewDialog, type Question } from '#client/admin/shared/dialogs.tsx'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'
import type { BulkAction } from '#contract/bulk.ts'
import type { ContentState } from '#contract/content.ts'
import type { PostCard } from '#contract/posts.ts'
import type { Dashboard } from './use-dashboard.ts'

/** Their chunks are loaded once the dashboard is shown, so that they open at once. */
const PostEditor = lazyPart(() => import('./post-editor.tsx'))
const BulkDialog = lazyPart(() => import('./bulk-dialog.tsx'))

/** An action and the posts that are selected for it. */
export type Bulk = { action: BulkAction; selected: readonly PostCard[] }

type Props = {
  dashboard: Dashboard
  lists: Lists
  bulk: Bulk | undefined
  content: ContentState | undefined
  history: PostCard | undefined
  question: Question | undefined
  onHistoryClosed: () => void
  /** After a bulk action or a question. */
  onAnswered: () => void
}

/** The dialogs of the dashboard, each while it is open. */
export function DashboardDialogs({
  dashboard,
  lists,
  bulk,
  content,
  history,
  question,
  onHistoryClosed,
  onAnswered,
}: Props) {
  const { editing, previewLinkToCopy } = dashboard
  const { categories, tags, authors } = lists
  useEffect(() => {
    for (const { load } of [PostEditor, BulkDialog]) load().catch(() => {})
  }, [])
  return (
    <>
      {editing && (
        <PostEditor
          key={editing.opening}
          source={editing.source}
          categories={categories}
          tags={tags}
          authors={authors}
          onClosed={(unused) => {
            dashboard.closeEditor()
            dashboard.offerUndo(unused)
          }}
          onSaved={dashboard.onPostSaved}
          onTagsCreated={dashboard.reload}
        />
      )}
      {history && <HistoryDialog post={history} onClosed={onHistoryClosed} onRestored={dashboard.restored} />}
      {previewLinkToCopy && <PreviewDialog address={previewLinkToCopy} onClosed={dashboard.closePreviewLink} />}
      {bulk && (
        <BulkDialog
          {...bulk}
          {...{ categories, tags, authors, content }}
          onDone={dashboard.onBulkDone}
          onClosed={onAnswered}
        />
      )}
      {question && <ConfirmDialog question={question} onClosed={onAnswered} />}
    </>
  )
}
