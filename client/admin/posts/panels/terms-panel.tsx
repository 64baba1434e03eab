import { type FormEvent, useId, useState } from 'react'
import type { Lists } from '#client/admin/posts/state/use-lists.ts'
import { AddRow, Empty, Head, Panel } from '#client/admin/shared/admin.styles.ts'
import { useAction } from '#client/admin/shared/use-action.ts'
import type { TaxonomyKey } from '#client/api/content.ts'
import { Button, TextLink } from '#client/ui/base/button.tsx'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Badge } from '#client/ui/content/chip.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { TextInput } from '#client/ui/form/inputs.tsx'
import { adminPaths } from '#contract/admin-paths.ts'
import { splitNames } from '#contract/post-form.ts'
import type { Term } from '#contract/posts.ts'
import { TermList } from './term-list.tsx'
import { UnfiledTerms } from './unfiled-terms.tsx'

const FirstSteps = lazyPart(() => import('./first-steps.tsx'))

type Props = {
  lists: Lists
  /** Returns whether the terms were created; otherwise the text stays for correction. */
  onAdd: (kind: TaxonomyKey, names: string[]) => Promise<boolean>
  onRename: (kind: TaxonomyKey, name: Term, to: string) => Promise<boolean>
  onDelete: (kind: TaxonomyKey, name: Term) => void
}

export const SidePanels = (props: Props) => (
  <div>
    <FirstSteps />
    <TermsPanel kind="categories" {...props} />
    <TermsPanel kind="tags" {...props} />
    <All to={adminPaths.termsPage}>Descriptions, addresses and merging</All>
  </div>
)

const s = createStyled('terms-panels')
const All = s(TextLink)`
  margin-top: 12px;
`

const texts = {
  categories: {
    title: 'Categories',
    label: 'New Categories (comma-separated)',
    placeholder: 'Shipping, Service',
    look: 'rows',
  },
  tags: { title: 'Tags', label: 'New Tags (comma-separated)', placeholder: 'Wholesale, Holidays', look: 'chips' },
} as const

function TermsPanel({ kind, lists, onAdd, onRename, onDelete }: Props & { kind: TaxonomyKey }) {
  const { title, label, placeholder, look } = texts[kind]
  const names = lists[kind].filter(({ unfiled }) => !unfiled)
  const unfiled = lists[kind].filter((term) => term.unfiled)
  const id = useId()
  const { typed, setTyped, busy, add } = useAdding((typed) => onAdd(kind, typed))
  return (
    <Panel aria-labelledby={id}>
      <Head>
        <h2 id={id}>{title}</h2>
        <Badge>{names.length}</Badge>
      </Head>
      {names.length === 0 && unfiled.length === 0 ? (
        <Empty>{`No ${kind} yet`}</Empty>
      ) : (
        <TermList
          look={look}
          names={names}
          onRename={(name, to) => onRename(kind, name, to)}
          onDelete={(name) => onDelete(kind, name)}
        />
      )}
      {unfiled.length > 0 && <UnfiledTerms kind={kind} terms={unfiled} onAdd={(typed) => onAdd(kind, typed)} />}
      <AddRow onSubmit={add} noValidate>
        <Field label={label}>
          <TextInput
            value={typed}
            placeholder={placeholder}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <Button variant="outline" type="submit" busy={busy ? 'Adding' : undefined}>
          Add
        </Button>
      </AddRow>
    </Panel>
  )
}

/** Names are split at commas and trimmed. Empty input does nothing. */
function useAdding(onAdd: (names: string[]) => Promise<boolean>) {
  const [typed, setTyped] = useState('')
  const names = splitNames(typed)
  const { busy, run } = useAction(async () => {
    if (await onAdd(names)) setTyped('')
  })
  function add(event: FormEvent) {
    event.preventDefault()
    if (names.length > 0) run()
  }
  return { typed, setTyped, busy, add }
}
