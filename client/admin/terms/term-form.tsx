import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useAction } from '#client/admin/shared/use-action.ts'
import type { TaxonomyKey } from '#client/api/content.ts'
import { changeTerm } from '#client/api/terms.ts'
import { Button } from '#client/ui/base/button.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { TextArea, TextInput } from '#client/ui/form/inputs.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { useToast } from '#client/ui/overlay/toast.tsx'
import { adminPaths } from '#contract/admin-paths.ts'
import { TERM_DESCRIPTION_MAX_CHARACTERS, TERM_NAME_MAX_CHARACTERS } from '#contract/limits.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Term } from '#contract/posts.ts'
import type { TermDetail } from '#contract/terms.ts'
import { withoutInvisible } from '#contract/trimmed.ts'
import { Form } from './terms.styles.ts'

type Props = {
  kind: TaxonomyKey
  term: TermDetail
  others: readonly TermDetail[]
  reload: () => Promise<void>
  onMoved: (to: Term) => void
  /** Merges it into another one, whose name was typed. */
  onMerge: (into: string) => void
}

/** Name, address and description of a category or tag. */
export function TermForm({ kind, term, others, reload, onMoved, onMerge }: Props) {
  const [typed, setTyped] = useState({ name: term.name, address: term.id, description: term.description ?? '' })
  const toast = useToast()
  const navigate = useNavigate()
  const { busy, failure, run, dismiss } = useAction(async () => {
    const { address, ...others } = typed
    const changed = await changeTerm(kind, term.id, { ...others, ...(address !== term.id && { address }) })
    toast(kind === 'tags' ? 'Tag saved' : 'Category saved')
    if (changed.id !== term.id) {
      onMoved(changed)
      navigate(adminPaths.termPage(kind, changed.id), { replace: true })
    }
    await reload()
  })
  const set = (name: keyof typeof typed) => (event: { target: { value: string } }) =>
    setTyped((before) => ({ ...before, [name]: event.target.value }))
  const errors = failure?.errors ?? {}
  const name = withoutInvisible(typed.name).toLowerCase()
  const same = errors.name && others.find((one) => one.name.toLowerCase() === name)
  return (
    <Form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        run()
      }}
    >
      {failure && (
        <Alert key={failure.attempt} focusOnMount onDismiss={dismiss}>
          <p>{failure.message}</p>
          {same && (
            <Button variant="outline" small onClick={() => onMerge(same.id)}>
              {`Merge into “${same.name}” …`}
            </Button>
          )}
        </Alert>
      )}
      <Field label="Name" error={errors.name?.message}>
        <TextInput
          value={typed.name}
          dir="auto"
          maxLength={TERM_NAME_MAX_CHARACTERS}
          autoComplete="off"
          onChange={set('name')}
        />
      </Field>
      <Field label="Address" error={errors.address?.message} hint={addressHint(kind, typed.address, term.id)}>
        <TextInput
          value={typed.address}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={set('address')}
        />
      </Field>
      <Field
        label="Description"
        optional
        error={errors.description?.message}
        hint="Its page and search results show it."
      >
        <TextArea
          rows={3}
          dir="auto"
          value={typed.description}
          maxLength={TERM_DESCRIPTION_MAX_CHARACTERS}
          onChange={set('description')}
        />
      </Field>
      <Button type="submit" busy={busy ? 'Saving' : undefined}>
        Save
      </Button>
    </Form>
  )
}

function addressHint(kind: TaxonomyKey, address: string, before: string): string {
  const path = kind === 'tags' ? pagePaths.tag : pagePaths.category
  const whole = location.origin + path(address || '…')
  return address === before ? whole : `Becomes ${whole}. Links to the old address keep working.`
}
