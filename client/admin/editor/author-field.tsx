import { useId } from 'react'
import { Field } from '#client/ui/form/field.tsx'
import { TextInput } from '#client/ui/form/inputs.tsx'
import { AUTHOR_NAME_MAX_CHARACTERS } from '#contract/limits.ts'
import type { Term } from '#contract/posts.ts'
import type { PostForm } from './use-post-form.ts'

type Props = { form: Pick<PostForm, 'fields' | 'base' | 'set'>; authors: readonly Term[]; error: string | undefined }

/** Offers the authors with a page and accepts any other name. The form holds the id of the former. */
export function AuthorField({ form: { fields, base, set }, authors, error }: Props) {
  const list = useId()
  const { author = '' } = fields
  const isKnown = authors.some(({ id }) => id === author)
  return (
    <Field label="Author" optional error={error} hint={hintFor(author, { isKnown, isNew: base.address === undefined })}>
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

function hintFor(author: string, { isKnown, isNew }: { isKnown: boolean; isNew: boolean }): string {
  if (author === '') return isNew ? 'Empty: your own name.' : 'Empty: none is shown.'
  return isKnown ? 'Links to the page of this author.' : 'A name without a page.'
}

/** The name; with the id where two authors share it. */
const labelOf = ({ id, name }: Term, authors: readonly Term[]) =>
  authors.some((other) => other.id !== id && other.name === name) ? `${name} (${id})` : name

/** What the field shows for an id or a name. */
export function shownAuthor(author: string, authors: readonly Term[]): string {
  const known = authors.find(({ id }) => id === author)
  return known ? labelOf(known, authors) : author
}

/** The id of the author that was picked or typed, or else the name as it was typed. */
export const writtenAuthor = (typed: string, authors: readonly Term[]): string =>
  authors.find((one) => labelOf(one, authors) === typed)?.id ?? typed
