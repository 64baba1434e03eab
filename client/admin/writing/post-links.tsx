import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { PutBack } from '#client/admin/history/compared-page.tsx'
import { HistoryDialog } from '#client/admin/history/history-dialog.tsx'
import { postDeletion } from '#client/admin/post-form/deletion.ts'
import { useContentState } from '#client/admin/post-form/use-content-state.ts'
import { usePreviewLink } from '#client/admin/post-form/use-preview-link.ts'
import { ConfirmDialog, PreviewDialog } from '#client/admin/shared/dialogs.tsx'
import { errorMessage } from '#client/admin/shared/errors.tsx'
import { useAction } from '#client/admin/shared/use-action.ts'
import { useConfirmation } from '#client/admin/shell/confirmation.tsx'
import { deletePost, duplicatePost } from '#client/api/posts.ts'
import { TextButton } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { useToast } from '#client/ui/overlay/toast.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { PostState } from '#contract/post-form.ts'
import type { PostSource } from '#contract/posts.ts'

type Props = { source: PostSource; state: PostState; onPutBack: PutBack }

/** What can be done with the stored post, whatever is typed: the same as in the list of posts. */
export function PostLinks({ source, state, onPutBack }: Props) {
  const { id, title } = source
  const [opened, setOpened] = useState<'history' | 'deletion'>()
  const navigate = useNavigate()
  const toast = useToast()
  const preview = usePreviewLink()
  const content = useContentState(opened === 'deletion')
  const withConfirmation = useConfirmation()
  const duplication = useAction(async () => {
    const copy = await duplicatePost(id)
    toast(`“${title}” was duplicated. This is the copy.`)
    navigate(pagePaths.adminEdit(copy))
  })
  const deletion = useAction(async () => {
    const restorable = await withConfirmation(() => deletePost(id))
    toast(restorable ? 'Post deleted. The trash has it.' : 'Post deleted')
    navigate(pagePaths.adminBlog)
  })
  const failed = [duplication, deletion].find(({ failure }) => failure)
  const close = () => setOpened(undefined)
  return (
    <nav aria-label="This post">
      {failed?.failure && <Alert onDismiss={failed.dismiss}>{errorMessage(failed.failure)}</Alert>}
      {preview.failure && <Alert onDismiss={preview.dismiss}>{preview.failure}</Alert>}
      <Links>
        {state !== 'live' && <TextButton onClick={() => preview.copyPreview(source)}>Copy preview link</TextButton>}
        <TextButton onClick={() => setOpened('history')}>History</TextButton>
        <TextButton onClick={duplication.run} aria-busy={duplication.busy || undefined}>
          Duplicate
        </TextButton>
        <Danger onClick={() => setOpened('deletion')}>Delete</Danger>
      </Links>
      {preview.previewLinkToCopy && (
        <PreviewDialog address={preview.previewLinkToCopy} onClosed={preview.closePreviewLink} />
      )}
      {opened === 'history' && (
        <HistoryDialog
          post={{ id, title }}
          onClosed={close}
          onRestored={() => location.reload()}
          onPutBack={onPutBack}
        />
      )}
      {opened === 'deletion' && (
        <ConfirmDialog
          question={postDeletion({ title, isLive: state === 'live' }, content, deletion.run)}
          onClosed={close}
        />
      )}
    </nav>
  )
}

const s = createStyled('post-links')
const Links = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 0 18px;
  margin-bottom: 12px;
  font-size: 0.9375rem;
`
const Danger = s(TextButton)`
  color: var(--danger);
`
