import { type ReactNode, useRef, useState } from 'react'
import { useLists } from '#client/admin/posts/state/use-lists.ts'
import { usePostQuery } from '#client/admin/posts/state/use-post-query.ts'
import { ConfirmationCanceled, errorMessage, fieldsInWords } from '#client/admin/shared/errors.tsx'
import { copyToClipboard } from '#client/admin/shared/use-copy.ts'
import { useConfirmation } from '#client/admin/shell/confirmation.tsx'
import { createTerms, deleteTerm, renameTerm, type TaxonomyKey } from '#client/api/content.ts'
import { deletePost, fetchSource, makePreviewLink } from '#client/api/posts.ts'
import { restoreDeleted } from '#client/api/trash.ts'
import { formatDateTime } from '#client/lib/dates.ts'
import { useToast } from '#client/ui/overlay/toast.tsx'
import type { BulkResult } from '#contract/bulk.ts'
import type { MergeField, PostCard, PostSource, Term } from '#contract/posts.ts'
import { bulkDeletedNotice, deletedNotice } from './deleted-notice.tsx'

/** What the editor works on; without `source`, a new post. Each opening has its own number. */
export type Editing = { opening: number; source: PostSource | undefined }

/** The administrator's actions. None of them rejects: failures are shown, successes appear as a toast. */
export function useDashboard() {
  const inUse = usePostQuery()
  const lists = useLists(inUse.query)
  const toast = useToast()
  const withConfirmation = useConfirmation()
  const [failure, setFailure] = useState<string>()
  const [notice, setNotice] = useState<string>()
  const [previewLinkToCopy, setToCopy] = useState<string>()
  const editor = useOpening(setFailure)

  const notifyAndReload = (message: ReactNode) => {
    setFailure(undefined)
    setNotice(undefined)
    toast(message)
    return lists.reload()
  }
  /** Whether the action succeeded. Reloads after failures too: another user may have deleted the item. */
  const runAction = async (work: () => Promise<ReactNode>): Promise<boolean> => {
    try {
      await notifyAndReload(await work())
      return true
    } catch (error) {
      if (error instanceof ConfirmationCanceled) return false
      setFailure(errorMessage(error))
      await lists.reload()
      return false
    }
  }
  const undoDeletion = (id: string) => runAction(() => restoreDeleted(id))
  /** One after the other: each is a change and a commit. */
  const undoDeletions = (ids: readonly string[]) =>
    runAction(async () => {
      if (ids.length > 1) toast(`Restoring ${ids.length} posts…`)
      for (const [done, id] of ids.entries())
        await restoreDeleted(id).catch((error) => {
          const rest = `${done} of ${ids.length} posts were restored. The others are in the trash.`
          throw new Error(`${errorMessage(error)} ${rest}`)
        })
      return ids.length === 1 ? 'The post was restored.' : `${ids.length} posts were restored.`
    })
  const copyPreview = async (post: PostCard) => {
    try {
      const { path, until } = await makePreviewLink(post.id)
      const address = location.origin + path
      if (await copyToClipboard(address)) toast(`Preview link copied: it works until ${formatDateTime(until, 'local')}`)
      else setToCopy(address)
    } catch (error) {
      setFailure(errorMessage(error))
    }
  }

  return {
    ...lists,
    inUse,
    ...editor,
    failure,
    dismiss: () => setFailure(undefined),
    notice,
    dismissNotice: () => setNotice(undefined),
    onPostSaved(isNew: boolean, merged: readonly MergeField[]) {
      const reloaded = notifyAndReload(isNew ? 'Post created' : 'Post updated')
      if (merged.length > 0) setNotice(mergedNotice(merged))
      return reloaded
    },
    restored: () => notifyAndReload('Version restored'),
    copyPreview,
    previewLinkToCopy,
    closePreviewLink: () => setToCopy(undefined),
    deletePost: ({ id }: PostCard) =>
      runAction(async () =>
        (await withConfirmation(() => deletePost(id))) ? deletedNotice(() => undoDeletion(id)) : 'Post deleted',
      ),
    onBulkDone(message: string, { restorable, changed }: BulkResult) {
      const undo = () => undoDeletions(changed.map(({ id }) => id))
      return notifyAndReload(restorable ? bulkDeletedNotice(undo, message) : message)
    },
    addTerms: (kind: TaxonomyKey, names: string[]) => runAction(async () => (await createTerms(kind, names)).message),
    renameTerm: (kind: TaxonomyKey, { id, name: before }: Term, name: string) =>
      runAction(() => renameTerm(kind, id, name).then(() => `Renamed “${before}” to “${name}”`)),
    deleteTerm: (kind: TaxonomyKey, name: Term) => runAction(() => withConfirmation(() => deleteTerm(kind, name.id))),
  }
}

export type Dashboard = ReturnType<typeof useDashboard>

const mergedNotice = (merged: readonly MergeField[]) =>
  `Saved. Someone else changed ${fieldsInWords(merged)} of this post since you opened it; both changes are in.`

/** Opens the editor, for an existing post after its source is loaded. */
function useOpening(fail: (message: string) => void) {
  const [editing, setEditing] = useState<Editing>()
  const [opening, setOpening] = useState<string>()
  const openings = useRef(0)
  const open = (source: PostSource | undefined) => setEditing({ opening: ++openings.current, source })
  const edit = async (post: PostCard) => {
    if (opening !== undefined) return
    setOpening(post.id)
    await fetchSource(post.id).then(open, (error) => fail(errorMessage(error)))
    setOpening(undefined)
  }
  return { editing, opening, create: () => open(undefined), edit, closeEditor: () => setEditing(undefined) }
}
