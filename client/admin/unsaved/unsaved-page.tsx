import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isDueSoon, urlOfCopy } from '#client/admin/post-form/other-texts.tsx'
import { QueryView } from '#client/admin/shared/data.tsx'
import { ConfirmDialog } from '#client/admin/shared/dialogs.tsx'
import { Item, Items } from '#client/admin/shared/list.styles.ts'
import { useAction } from '#client/admin/shared/use-action.ts'
import { useListFocus } from '#client/admin/shared/use-list-focus.ts'
import { AdminPage } from '#client/admin/shell/admin-page.tsx'
import { discardWorkingCopies, fetchWorkingCopies } from '#client/api/working-copies.ts'
import { formatDateTime, formatShortDate } from '#client/lib/dates.ts'
import { formatNumber } from '#client/lib/format-number.ts'
import { Button, TextLink } from '#client/ui/base/button.tsx'
import { Link } from '#client/ui/base/link.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { EmptyState } from '#client/ui/content/empty-state.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { useToast } from '#client/ui/overlay/toast.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { WorkingCopyHead } from '#contract/writing.ts'

const count = (texts: number) => (texts === 1 ? 'one unsaved text' : `${formatNumber(texts)} unsaved texts`)

/** /admin/unsaved: what the administrator has written and not saved. */
export default function UnsavedPage() {
  const copies = useQuery({ queryKey: ['working-copies'], queryFn: fetchWorkingCopies })
  const toast = useToast()
  const [asked, setAsked] = useState<readonly WorkingCopyHead[]>()
  const { failure, run, dismiss } = useAction(async (heads: readonly WorkingCopyHead[]) => {
    try {
      toast(await discardWorkingCopies(heads.map(({ key }) => key)))
    } finally {
      await copies.refetch()
    }
  })
  return (
    <AdminPage action={<TextLink to={pagePaths.adminBlog}>All posts</TextLink>}>
      {failure && (
        <Alert key={failure.attempt} onDismiss={dismiss}>
          {failure.message}
        </Alert>
      )}
      <QueryView query={copies} label="Loading unsaved texts...">
        {(heads) => <Texts heads={heads} onDiscard={(one) => run([one])} onDiscardAll={() => setAsked(heads)} />}
      </QueryView>
      {asked && (
        <ConfirmDialog
          question={{
            title: `Discard ${count(asked.length)}?`,
            text: `What was written in ${asked.length === 1 ? 'it' : 'them'} and not saved is lost. Posts stay as they are.`,
            yes: 'Discard all',
            no: 'Cancel',
            busy: 'Discarding',
            onYes: () => run(asked),
          }}
          onClosed={() => setAsked(undefined)}
        />
      )}
    </AdminPage>
  )
}

type TextsProps = {
  heads: readonly WorkingCopyHead[]
  onDiscard: (one: WorkingCopyHead) => void
  onDiscardAll: () => void
}

function Texts({ heads, onDiscard, onDiscardAll }: TextsProps) {
  const list = useRef<HTMLElement>(null)
  // The button that had the focus goes away with its text.
  useListFocus(list, String(heads.length), heads.length)
  if (heads.length === 0)
    return <EmptyState title="No unsaved texts">What you write is stored here until you save it.</EmptyState>
  return (
    <Part ref={list} tabIndex={-1} aria-label="Unsaved texts">
      <Head>
        <p role="status">
          You have {count(heads.length)}. Only you see them; they are deleted 30 days after the last change.
        </p>
        <Button variant="outline" small onClick={onDiscardAll}>
          Discard all …
        </Button>
      </Head>
      <Items>
        {heads.map((one) => (
          <Row key={one.key} head={one} onDiscard={() => onDiscard(one)} />
        ))}
      </Items>
    </Part>
  )
}

function Row({ head, onDiscard }: { head: WorkingCopyHead; onDiscard: () => void }) {
  const { key, title, saved_at, deleted_at, words = 0 } = head
  const name = title.trim() || 'Without a title'
  return (
    <Item>
      <div>
        <h2 dir="auto">
          <Link to={urlOfCopy(key)}>{name}</Link>
        </h2>
        <p>
          <time dateTime={saved_at}>{formatDateTime(saved_at, 'local')}</time>
          <span>{` · ${formatNumber(words)} ${words === 1 ? 'word' : 'words'}`}</span>
          <span>{key.startsWith('post-') ? ' · of a post' : ' · a new post'}</span>
          {isDueSoon(head) && <strong>{` · Deleted on ${formatShortDate(deleted_at, 'local')}`}</strong>}
        </p>
      </div>
      <Button variant="ghost" small onClick={onDiscard} aria-label={`Discard ${name}`}>
        Discard
      </Button>
    </Item>
  )
}

const s = createStyled('admin-unsaved')
const Part = s('section')`
  display: grid;
  gap: 18px;
  outline: none;
`
const Head = s('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 12px 24px;
  & > p { color: var(--text-2); }
`
