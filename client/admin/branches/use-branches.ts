import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Question } from '#client/admin/shared/dialogs.tsx'
import { useAction } from '#client/admin/shared/use-action.ts'
import { useConfirmation } from '#client/admin/shell/confirmation.tsx'
import {
  endBranchPreviews,
  fetchBranches,
  previewBranch,
  publishBranch,
  type ResolvedPost,
  removeBranch,
} from '#client/api/branches.ts'
import { useToast } from '#client/ui/overlay/toast.tsx'
import type { BranchPreview, ListedBranch } from '#contract/branches.ts'

/** Of a visible page. */
const EVERY_MS = 10_000

export type BranchesState = ReturnType<typeof useBranches>

/** The list of branches, the previews that were opened from it, and what can be done with a branch. */
export function useBranches() {
  const client = useQueryClient()
  const toast = useToast()
  const withConfirmation = useConfirmation()
  const list = useQuery({
    queryKey: ['branches'],
    queryFn: fetchBranches,
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: true,
  })
  const looking = useAction(() => list.refetch())
  const [previews, setPreviews] = useState<Readonly<Record<string, BranchPreview>>>({})
  const [question, setQuestion] = useState<Question>()
  /** Whose conflicts are being decided. */
  const [deciding, setDeciding] = useState<ListedBranch>()
  const [active, setActive] = useState<string>()
  const acting = useAction(async (branch: ListedBranch, act: () => Promise<unknown>, done?: string) => {
    setActive(branch.name)
    try {
      await withConfirmation(act)
      if (done !== undefined) toast(done)
    } finally {
      setActive(undefined)
      await client.invalidateQueries({ queryKey: ['branches'] })
    }
  })
  const withoutPreview = (name: string) => setPreviews(({ [name]: _, ...others }) => others)

  const publish = (branch: ListedBranch, resolved?: readonly ResolvedPost[]) =>
    acting.run(branch, () => publishBranch(branch, resolved), 'The branch is live')

  async function open({ name }: ListedBranch) {
    const preview = await previewBranch(name)
    setPreviews((before) => ({ ...before, [name]: preview }))
  }
  async function end({ name }: ListedBranch) {
    await endBranchPreviews(name)
    withoutPreview(name)
  }

  return {
    list,
    isLooking: looking.busy,
    lookAgain: () => void looking.run(),
    previews,
    question,
    dismissQuestion: () => setQuestion(undefined),
    busy: acting.busy ? active : undefined,
    failure: acting.failure,
    dismissFailure: acting.dismiss,
    preview: (branch: ListedBranch) => acting.run(branch, () => open(branch)),
    endPreview: (branch: ListedBranch) =>
      acting.run(branch, () => end(branch), 'The links to this preview do not work any more'),
    deciding,
    stopDeciding: () => setDeciding(undefined),
    publishDecided: (branch: ListedBranch, resolved: readonly ResolvedPost[]) => publish(branch, resolved),
    askToPublish(branch: ListedBranch) {
      if (branch.conflicts.length > 0) return setDeciding(branch)
      setQuestion({
        title: `Publish ${branch.name}?`,
        text: 'Its changes are merged into the live site, and visitors see them at once.',
        ...{ yes: 'Publish', no: 'Cancel', busy: 'Publishing...' },
        onYes: () => publish(branch),
      })
    },
    askToRemove: (branch: ListedBranch) =>
      setQuestion({
        title: `Remove ${branch.name}?`,
        text: 'The branch is deleted on the remote. What it changes is lost unless somebody has a copy.',
        ...{ yes: 'Remove', no: 'Keep it', busy: 'Removing...' },
        onYes: () => acting.run(branch, () => removeBranch(branch), 'The branch was removed'),
      }),
  }
}
