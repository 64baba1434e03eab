import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { PostForm } from '#client/admin/post-form/session/writing-session.ts'
import { fetchAccount } from '#client/api/account.ts'
import { Field } from '#client/ui/form/field.tsx'
import { TextInput } from '#client/ui/form/inputs.tsx'
import { AUTHOR_NAME_MAX_CHARACTERS } from '#contract/limits.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Term } from '#contract/posts.ts'

type Props = { form: Pick<PostForm, 'fields' | 'base' | 'set'>; authors: readonly Term[]; error: string | undefined }

/** Offers the authors with a page and accepts any other name. The form holds the id of the former. */
export function AuthorField({ form: { fields, base, set }, authors, error }: Props) {
  const list = useId()
  const { author } = fields
  const isKnown = authors.some(({ id }) => id === author)
  const isNew = base.address === undefined
  const hint = author === '' && isNew ? <OwnByline /> : hintFor(author, isKnown)
  return (
    <Field label="Author" optional error={error} hint={hint}>
      <TextInput
        list={list}
        value={shownAuthor(author, authors)}
        autoComplete="off"
        maxLength={AUTHOR_NAME_MAX_CHARACTERS}
        onChange={(event) => set({ author: writtenAuthor(event.target.value, authors) })}
      />
      <datalist id={list}>
        {authors.map((one) => (
          <option key={one.id} value={labelOf(one, authors)} />
        ))}
      </datalist>
    </Field>
  )
}

/** Whose name a new post shows. The account page opens in a new tab, so that the text stays; afterwards the hint is loaded again. */
function OwnByline() {
  const { data } = useQuery({ queryKey: ['account'], queryFn: fetchAccount, refetchOnWindowFocus: 'always' })
  if (!data) return <span>If empty, your own name is shown.</span>
  const { byline } = data
  if (byline !== null) return <span>{`If empty, ${byline} is shown.`}</span>
  return (
    <span>
      If empty, no name is shown, because your account has no name of its own yet. Say who you are on the{' '}
      <a href={pagePaths.adminAccount} target="_blank" rel="noopener">
        account page (opens in a new tab)
      </a>
      .
    </span>
  )
}

function hintFor(author: string, isKnown: boolean): string {
  if (author === '') return 'If empty, no name is shown.'
  return isKnown ? 'Links to the page of this author.' : 'A name without a page.'
}

/** The name; with the id where two authors share it. */
const labelOf = ({ id, name }: Term, authors: readonly Term[]) =>
  authors.some((other) => other.id !== id && other.name === name) ? `${name} (${id})` : name

/** What the field shows for an id or a name. */
export function shownAuthor(author: string, authors: readonly Term[]): string {
  const listed = authors.find(({ id }) => id === author)
  return listed ? labelOf(listed, authors) : author
}

/** The id of the author that was picked or typed, or else the name as it was typed. */
export const writtenAuthor = (typed: string, authors: readonly Term[]): string =>
  authors.find((one) => labelOf(one, authors) === typed)?.id ?? typed
