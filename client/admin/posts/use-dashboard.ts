import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { usePreviewLink } from '#client/admin/post-form/use-preview-link.ts'
import { useLists } from '#client/admin/posts/state/use-lists.ts'
import { usePostQuery } from '#client/admin/posts/state/use-post-query.ts'
import { bulkDeletedNotice, deletedNotice, undoableNotice } from '#client/admin/shared/deleted-notice.tsx'
import { ConfirmationCanceled, errorMessage, fieldsInWords } from '#client/admin/shared/errors.tsx'
import { useAction } from '#client/admin/shared/use-action.ts'
import { useConfirmation } from '#client/admin/shell/confirmation.tsx'
import { createTerms, deleteTerm, renameTerm, type TaxonomyKey, undoTerms } from '#client/api/content.ts'
import { deletePost, duplicatePost, fetchSource } from '#client/api/posts.ts'
import { restoreDeleted } from '#client/api/trash.ts'
import { useToast } from '#client/ui/overlay/toast.tsx'
import type { BulkResult } from '#contract/bulk.ts'
import type { MergeField, PostCard, PostSource, Term } from '#contract/posts.ts'
import type { CreatedTag } from './use-editor.ts'

/** What the editor works on; without `source`, a new post. Each opening has its own number. */
export type Editing = { opening: number; source: PostSource | undefined }

/** The administrator's actions. None of them rejects: failures are shown, successes appear as a toast. */
export function useDashboard() {
  const inUse = usePostQuery()
  const lists = useLists(inUse.query)
  const toast = useToast()
  const withConfirmation = useConfirmation()
  const [notice, setNotice] = useState<string>()
  const changing = useChanges(lists.reload)
  const preview = usePreviewLink()
  const editor = useOpening()
  const { change } = changing

  const undoDeletion = (id: string) => change(() => restoreDeleted(id))
  /** One after the other: each is a change and a commit. */
  const undoDeletions = (ids: readonly string[]) =>
    change(async () => {
      if (ids.length > 1) toast(`Restoring ${ids.length} posts…`)
      for (const [done, id] of ids.entries())
        await restoreDeleted(id).catch((error) => {
          const rest = `${done} of ${ids.length} posts were restored. The others are in the trash.`
          throw new Error(`${errorMessage(error)} ${rest}`)
        })
      return ids.length === 1 ? 'The post was restored.' : `${ids.length} posts were restored.`
    })

  return {
    ...lists,
    inUse,
    ...editor,
    ...preview,
    failure: changing.failure ?? preview.failure ?? editor.failure,
    dismiss() {
      for (const { dismiss } of [changing, preview, editor]) dismiss()
    },
    notice,
    dismissNotice: () => setNotice(undefined),
    onPostSaved(isNew: boolean, merged: readonly MergeField[]) {
      setNotice(merged.length > 0 ? mergedNotice(merged) : undefined)
      return change(isNew ? 'Post created' : 'Post updated')
    },
    restored: () => change('Version restored'),
    /** The notice about tags that the editor has created and that its post does not have. */
    offerUndo(tags: readonly CreatedTag[]) {
      if (tags.length === 0) return
      const names = new Intl.ListFormat('en').format(tags.map(({ name }) => `“${name}”`))
      const undo = () => change(() => undoTerms(tags.map((tag) => tag.undo)))
      toast(undoableNotice(undo, `${tags.length === 1 ? 'Tag' : 'Tags'} ${names} created, in no post yet`))
    },
    deletePost: ({ id }: PostCard) =>
      change(async () =>
        (await withConfirmation(() => deletePost(id))) ? deletedNotice(() => undoDeletion(id)) : 'Post deleted',
      ),
    duplicatePost: ({ id, title }: PostCard) =>
      change(async () => {
        const copy = await duplicatePost(id)
        return `“${title}” was duplicated as the draft “${copy}”.`
      }),
    onBulkDone(message: string, { restorable, changed }: BulkResult) {
      const undo = () => undoDeletions(changed.map(({ id }) => id))
      return change(restorable ? bulkDeletedNotice(undo, message) : message)
    },
    addTerms: (kind: TaxonomyKey, names: string[]) => change(async () => (await createTerms(kind, names)).message),
    renameTerm: (kind: TaxonomyKey, { id, name: before }: Term, name: string) =>
      change(() => renameTerm(kind, id, name).then(() => `Renamed “${before}” to “${name}”`)),
    deleteTerm: (kind: TaxonomyKey, name: Term) => change(() => withConfirmation(() => deleteTerm(kind, name.id))),
  }
}

export type Dashboard = ReturnType<typeof useDashboard>

const mergedNotice = (merged: readonly MergeField[]) =>
  `Saved. Someone else changed ${fieldsInWords(merged)} of this post since you opened it; both changes are in.`

/** Changes of posts and terms, several at once. Each reloads the lists, after failures too: another user may have been faster. */
function useChanges(reload: () => Promise<void>) {
  const toast = useToast()
  const { mutateAsync, error, reset } = useMutation({
    mutationFn: async (work: ReactNode | (() => Promise<ReactNode>)) => (typeof work === 'function' ? work() : work),
    onSuccess: (message) => toast(message),
    onSettled: (_, error) => (error instanceof ConfirmationCanceled ? undefined : reload()),
  })
  return {
    /** Runs a change, or follows one that is done, and announces it. Whether it succeeded. */
    change: (work: Parameters<typeof mutateAsync>[0]) =>
      mutateAsync(work).then(
        () => true,
        () => false,
      ),
    failure: error && !(error instanceof ConfirmationCanceled) ? errorMessage(error) : undefined,
    dismiss: reset,
  }
}

/** Opens the editor, for an existing post after its source is loaded. */
function useOpening() {
  const [editing, setEditing] = useState<Editing>()
  const [opening, setOpening] = useState<string>()
  const openings = useRef(0)
  const open = (source: PostSource | undefined) => setEditing({ opening: ++openings.current, source })
  const { busy, failure, run, dismiss } = useAction(async ({ id }: PostCard) => {
    setOpening(id)
    open(await fetchSource(id))
  })
  return {
    editing,
    /** The post that is being loaded. */
    opening: busy ? opening : undefined,
    create: () => open(undefined),
    edit: run,
    closeEditor: () => setEditing(undefined),
    failure: failure?.message,
    dismiss,
  }
}
