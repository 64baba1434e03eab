import { useId, useState } from 'react'
import { restorability } from '#client/admin/post-form/deletion.ts'
import { useCloseThenUnmount, useFirstFocus } from '#client/admin/shared/dialogs.tsx'
import { FormDialog } from '#client/admin/shared/form-dialog.tsx'
import { useAction } from '#client/admin/shared/use-action.ts'
import { useConfirmation } from '#client/admin/shell/confirmation.tsx'
import { changePosts } from '#client/api/posts.ts'
import { Button } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Field } from '#client/ui/form/field.tsx'
import { Select, TextInput } from '#client/ui/form/inputs.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { Dialog } from '#client/ui/overlay/dialog.tsx'
import type { BulkAction, BulkResult } from '#contract/bulk.ts'
import type { ContentState } from '#contract/content.ts'
import { AUTHOR_NAME_MAX_CHARACTERS } from '#contract/limits.ts'
import type { PostCard, Term } from '#contract/posts.ts'
import { consequences, doneInWords } from './consequences.ts'

type Props = {
  action: BulkAction
  selected: readonly PostCard[]
  categories: readonly Term[]
  tags: readonly Term[]
  authors: readonly Term[]
  /** Whether git has what is deleted; `undefined` until it is known. */
  content: ContentState | undefined
  onDone: (message: string, result: BulkResult) => void
  onClosed: () => void
}

/** Says what an action changes for visitors before it happens, and afterwards which posts it left as they were. Choosing a term comes first. */
export default function BulkDialog({ action, selected, categories, tags, authors, content, onDone, onClosed }: Props) {
  const { open, close } = useCloseThenUnmount(onClosed)
  const terms = termsFor(action, selected, { categories, tags })
  const [term, setTerm] = useState('')
  const [author, setAuthor] = useState('')
  const names = useId()
  const [result, setResult] = useState<BulkResult>()
  const withConfirmation = useConfirmation()
  const cancel = useFirstFocus<HTMLButtonElement>()
  const choice = useFirstFocus<HTMLSelectElement>()
  const name = action === 'author' ? author.trim() : terms?.find(({ id }) => id === term)?.name
  const needsName = terms !== undefined || action === 'author'
  const { busy, failure, run, dismiss } = useAction(async () => {
    const fields = {
      ...(action === 'category' && { category: term }),
      ...(terms && action !== 'category' && { tags: [term] }),
      // The page of an author is found by the id.
      ...(action === 'author' && { author: authors.find((one) => one.name === name)?.id ?? name ?? '' }),
    }
    const ids = selected.map(({ id }) => id)
    const changed = await withConfirmation(() => changePosts({ action, ids, ...fields }))
    onDone(doneInWords(action, changed.changed.length), changed)
    if (changed.rejected.length === 0) close()
    else setResult(changed)
  })
  if (result)
    return (
      <Dialog
        title="Some posts stay as they were"
        open={open}
        onClose={close}
        footer={<Button onClick={close}>Done</Button>}
      >
        <p>{`${doneInWords(action, result.changed.length)}. Not changed:`}</p>
        <List>
          {result.rejected.map(({ id, title, reason }) => (
            <li key={id}>
              <strong>{title || id}</strong>: <span>{reason}</span>
            </li>
          ))}
        </List>
      </Dialog>
    )
  const { title, yes, busy: doing } = texts[action]
  const after = action === 'delete' ? restorability(content, selected.length) : []
  const lines = needsName && !name ? [] : [...consequences(action, selected, name ?? ''), ...after]
  return (
    <FormDialog
      title={title}
      submit={yes}
      onSubmit={run}
      busy={busy ? doing : undefined}
      disabled={needsName && !name}
      danger={action === 'delete'}
      cancelRef={cancel}
      open={open}
      onClose={close}
    >
      <div>
        {failure && <Alert onDismiss={dismiss}>{failure.message}</Alert>}
        {terms && (
          <Field label={action === 'category' ? 'Category' : 'Tag'}>
            <Select ref={choice} value={term} onChange={(event) => setTerm(event.target.value)}>
              <option value="">Choose…</option>
              {terms.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {action === 'author' && (
          <Field label="Author" hint="A person of this site, or any name.">
            <TextInput
              list={names}
              maxLength={AUTHOR_NAME_MAX_CHARACTERS}
              autoComplete="off"
              value={author}
              onChange={(event) => setAuthor(event.target.value)}
            />
          </Field>
        )}
        <datalist id={names}>
          {authors.map(({ id, name }) => (
            <option key={id} value={name} />
          ))}
        </datalist>
        <List>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </List>
      </div>
    </FormDialog>
  )
}

/** The terms to choose from: to remove, only tags that the posts have. `undefined` for an action without a term. */
function termsFor(
  action: BulkAction,
  selected: readonly PostCard[],
  { categories, tags }: Pick<Props, 'categories' | 'tags'>,
) {
  if (action === 'category') return categories
  if (action === 'tag') return tags
  if (action !== 'untag') return undefined
  return tags.filter(({ id }) => selected.some((post) => post.tags.some((tag) => tag.id === id)))
}

const texts: Record<BulkAction, { title: string; yes: string; busy: string }> = {
  publish: { title: 'Publish these posts?', yes: 'Publish', busy: 'Publishing' },
  unpublish: { title: 'Unpublish these posts?', yes: 'Unpublish', busy: 'Unpublishing' },
  tag: { title: 'Add a tag to these posts?', yes: 'Add tag', busy: 'Adding' },
  untag: { title: 'Remove a tag from these posts?', yes: 'Remove tag', busy: 'Removing' },
  author: { title: 'Change the author of these posts?', yes: 'Change author', busy: 'Changing' },
  category: { title: 'Change the category of these posts?', yes: 'Change category', busy: 'Changing' },
  delete: { title: 'Delete these posts?', yes: 'Delete', busy: 'Deleting' },
}

const s = createStyled('admin-bulk-dialog')
const List = s('ul')`
  display: grid;
  gap: 8px;
  margin-top: 12px;
  overflow-wrap: anywhere;
`
