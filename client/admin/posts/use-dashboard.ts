import { useCallback, useEffect, useRef, useState } from 'react'
import { errorMessage, fieldsInWords } from '#client/admin/errors.tsx'
import { useLogOutEverywhere } from '#client/admin/session/top-bar.tsx'
import {
  createTerms,
  deleteTerm,
  fetchAuthors,
  fetchContentProblems,
  fetchTerms,
  renameTerm,
  type TaxonomyKey,
} from '#client/api/content.ts'
import { deletePost, fetchAllCards, fetchSchedule, fetchSource, makePreviewLink } from '#client/api/posts.ts'
import { formatDateTime } from '#client/lib/dates.ts'
import { useToast } from '#client/ui/overlay/toast.tsx'
import type { ContentProblems } from '#contract/content.ts'
import type { PostState } from '#contract/post-form.ts'
import type { BlogSchedule, MergeField, PostCard, PostSource, Term } from '#contract/posts.ts'

/** What the editor works on; without `source`, a new post. Each opening has its own number. */
export type Editing = { opening: number; source: PostSource | undefined }

/** The administrator's actions. None of them rejects: failures are shown, successes appear as a toast. */
export function useDashboard(onLeave: () => void) {
  const lists = useLists()
  const toast = useToast()
  const [failure, setFailure] = useState<string>()
  const leaving = useLogOutEverywhere(onLeave, setFailure)
  const [notice, setNotice] = useState<string>()
  const [previewLinkToCopy, setToCopy] = useState<string>()
  const editor = useOpening(setFailure)

  const notifyAndReload = (message: string) => {
    setFailure(undefined)
    setNotice(undefined)
    toast(message)
    return lists.reload()
  }
  /** Whether the action succeeded. Reloads after failures too: another user may have deleted the item. */
  const runAction = async (work: () => Promise<string>): Promise<boolean> => {
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
    deletePost: (post: PostCard) => runAction(() => deletePost(post.id).then(() => 'Post deleted')),
    addTerms: (kind: TaxonomyKey, names: string[]) => runAction(async () => (await createTerms(kind, names)).message),
    renameTerm: (kind: TaxonomyKey, { id, name: before }: Term, name: string) =>
      runAction(() => renameTerm(kind, id, name).then(() => `“${before}” is called “${name}” now`)),
    deleteTerm: (kind: TaxonomyKey, name: Term) => runAction(() => deleteTerm(kind, name.id)),
  }
}

const mergedNotice = (merged: readonly MergeField[]) =>
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

export type ListFilter = PostState | 'all'
export type Lists = {
  filter: ListFilter
  schedule: BlogSchedule | undefined
  posts: PostCard[]
  total: number
  categories: Term[]
  tags: Term[]
  /** Those with a page. */
  authors: Term[]
  problems: ContentProblems
}
type Selection = { filter: ListFilter; pages: number }
const START: Selection = { filter: 'all', pages: 1 }

export type ListsState =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  /** `failure`: the last load failed, so the previous lists are still shown, with their filter. */
  | { status: 'loaded'; lists: Lists; failure?: { message: string; selection: Selection } }

/** The dashboard's posts, categories and tags. The shown lists stay until the new ones are loaded. Never rejects. */
export function useLists() {
  const [state, setState] = useState<ListsState>({ status: 'loading' })
  const shown = useRef(START)
  /** The selection of the next reload. After a failure it is the shown one, so that no reload changes the filter. */
  const wanted = useRef(START)
  const newest = useRef(0)

  const load = useCallback(async (selection: Selection) => {
    const turn = ++newest.current
    wanted.current = selection
    const loaded = await loadLists(selection).then(
      (lists) => ({ lists }),
      (error) => ({ message: errorMessage(error) }),
    )
    if (turn !== newest.current) return
    if ('lists' in loaded) {
      shown.current = selection
      setState({ status: 'loaded', ...loaded })
    } else {
      wanted.current = shown.current
      setState((before) => withFailure(before, loaded.message, selection))
    }
  }, [])

  const reload = useCallback(() => load(wanted.current), [load])
  const retry = () => {
    if (state.status === 'loaded') return load(state.failure?.selection ?? wanted.current)
    setState({ status: 'loading' })
    return reload()
  }
  useEffect(() => void reload(), [reload])
  return {
    state,
    reload,
    retry,
    loadMore: () => load({ ...wanted.current, pages: wanted.current.pages + 1 }),
    show: (filter: ListFilter) => load({ filter, pages: 1 }),
  }
}

const withFailure = (before: ListsState, message: string, selection: Selection): ListsState =>
  before.status === 'loaded' ? { ...before, failure: { message, selection } } : { status: 'failed', message }

async function loadLists({ filter, pages }: Selection): Promise<Lists> {
  const [cards, categories, tags, authors, problems, schedule] = await Promise.all([
    Promise.all(Array.from({ length: pages }, (_, index) => fetchAllCards(index + 1, filter))),
    fetchTerms('categories'),
    fetchTerms('tags'),
    // Problems elsewhere must not prevent editing.
    fetchAuthors().catch(() => []),
    fetchContentProblems().catch(() => ({ total: 0, problems: [] })),
    fetchSchedule().catch(() => undefined),
  ])
  const posts = cards.flatMap((page) => page.posts)
  return { filter, schedule, posts, total: cards[0]?.total ?? 0, categories, tags, authors, problems }
}
