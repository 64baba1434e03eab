import { useRef, useState } from 'react'
import { errorMessage, fieldsInWords } from '#client/admin/errors.tsx'

import { useLogOutEverywhere } from '#client/admin/session/top-bar.tsx'
import { createTerms, deleteTerm, renameTerm, type TaxonomyKey } from '#client/api/content.ts'
import { deletePost, fetchSource, makePreviewLink } from '#client/api/posts.ts'
import { useToast } from '#client/ui/overlay/toast.tsx'
import { formatDateTime } from '#contract/dates.ts'
import type { MergeField, PostCard, PostSource } from '#contract/posts.ts'
import type { Term } from '#contract/terms.ts'
import { useLists } from './use-lists.ts'

/** What the editor works on; without `source`, a new post. Each opening has its own number. */
export type Editing = { opening: number; source: PostSource | undefined }

/** The administrator's actions. None of them rejects: failures are shown, successes appear as a toast. */
export function useDashboard(onLeave: () => void) {
  const lists = useLists()
  const toast = useToast()
  const [failure, setFailure] = useState<string>()
  const leaving = useLogOutEverywhere(onLeave, setFailure)
  const [notice, setNotice] = useState<string>()
  const [toCopy, setToCopy] = useState<string>()
  const editor = useOpening(setFailure)

  const notifyAndReload = (message: string) => {
    setFailure(undefined)
    setNotice(undefined)
    toast(message)
    return lists.reload()
  }
  /**
   * Returns whether the action succeeded. The lists reload after a failure too, because another user may have deleted
   * the item.
   */
  const attempt = async (work: () => Promise<string>): Promise<boolean> => {
    try {
      await notifyAndReload(await work())
      return true
    } catch (error) {
      setFailure(errorMessage(error))
      await lists.reload()
      return false
    }
  }
  const copyPreview = async (post: PostCard) => {
    try {
      const { path, until } = await makePreviewLink(post.id)
      const address = location.origin + path
      await navigator.clipboard.writeText(address).then(
        () => toast(`Preview link copied: it works until ${formatDateTime(until, 'local')}`),
        () => setToCopy(address),
      )
    } catch (error) {
      setFailure(errorMessage(error))
    }
  }

  return {
    ...lists,
    ...editor,
    ...leaving,
    failure,
    dismiss: () => setFailure(undefined),
    /** Changes of another user; stays until it is dismissed. */
    notice,
    dismissNotice: () => setNotice(undefined),
    saved(isNew: boolean, merged: readonly MergeField[]) {
      const reloaded = notifyAndReload(isNew ? 'Post created' : 'Post updated')
      if (merged.length > 0) setNotice(bothAreIn(merged))
      return reloaded
    },
    restored: () => notifyAndReload('Version restored'),
    copyPreview,
    /** A preview link that could not be copied. */
    toCopy,
    copied: () => setToCopy(undefined),
    deletePost: (post: PostCard) => attempt(() => deletePost(post.id).then(() => 'Post deleted')),
    addTerms: (kind: TaxonomyKey, names: string[]) => attempt(async () => (await createTerms(kind, names)).message),
    renameTerm: (kind: TaxonomyKey, { id, name: before }: Term, name: string) =>
      attempt(() => renameTerm(kind, id, name).then(() => `“${before}” is called “${name}” now`)),
    deleteTerm: (kind: TaxonomyKey, name: Term) => attempt(() => deleteTerm(kind, name.id)),
  }
}

const bothAreIn = (merged: readonly MergeField[]) =>
  `Saved. Somebody changed ${fieldsInWords(merged)} of this post meanwhile; both changes are in.`

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
