import { type FormEvent, useId, useRef, useState } from 'react'
import { AddRow, Empty, Head, Panel } from '#client/admin/admin.styles.ts'
import type { Lists } from '#client/admin/posts/use-dashboard.ts'
import type { TaxonomyKey } from '#client/api/content.ts'
import { Badge } from '#client/ui/content/chip.tsx'
import { Button } from '#client/ui/form/button.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { TextInput } from '#client/ui/form/inputs.tsx'
import { splitNames } from '#contract/post-form.ts'
import type { Term } from '#contract/posts.ts'
import { TermList } from './term-list.tsx'

type Props = {
  lists: Lists
  onAdd: (kind: TaxonomyKey, names: string[]) => Promise<boolean>
  onRename: (kind: TaxonomyKey, name: Term, to: string) => Promise<boolean>
  onDelete: (kind: TaxonomyKey, name: Term) => void
}

export function SidePanels({ lists, onAdd, onRename, onDelete }: Props) {
  return (
    <div>
      {kinds.map((kind) => (
        <TermsPanel
          key={kind}
          texts={texts[kind]}
          names={lists[kind]}
          onAdd={(names) => onAdd(kind, names)}
          onRename={(name, to) => onRename(kind, name, to)}
          onDelete={(name) => onDelete(kind, name)}
        />
      ))}
    </div>
  )
}

const kinds = ['categories', 'tags'] as const
const texts: Record<TaxonomyKey, PanelTexts> = {
  categories: {
    title: 'Categories',
    empty: 'No categories yet',
    label: 'New Categories (comma-separated)',
    placeholder: 'Shipping, Service',
    look: 'rows',
  },
  tags: {
    title: 'Tags',
    empty: 'No tags yet',
    label: 'New Tags (comma-separated)',
    placeholder: 'Wholesale, Holidays',
    look: 'chips',
  },
}

export type PanelTexts = { title: string; empty: string; label: string; placeholder: string; look: 'rows' | 'chips' }

type TermsPanelProps = {
  texts: PanelTexts
  names: readonly Term[]
  /** Returns whether the terms were created; otherwise the text stays for correction. */
  onAdd: (names: string[]) => Promise<boolean>
  onRename: (name: Term, to: string) => Promise<boolean>
  onDelete: (name: Term) => void
}

export function TermsPanel({ texts, names, onAdd, onRename, onDelete }: TermsPanelProps) {
  const id = useId()
  const { typed, setTyped, busy, add } = useAdding(onAdd)
  return (
    <Panel aria-labelledby={id}>
      <Head>
        <h2 id={id}>{texts.title}</h2>
        <Badge>{names.length}</Badge>
      </Head>
      {names.length === 0 ? (
        <Empty>{texts.empty}</Empty>
      ) : (
        <TermList {...{ look: texts.look, names, onRename, onDelete }} />
      )}
      <AddRow onSubmit={add} noValidate>
        <Field label={texts.label}>
          <TextInput
            value={typed}
            placeholder={texts.placeholder}
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
function useAdding(onAdd: TermsPanelProps['onAdd']) {
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const going = useRef(false)
  async function add(event: FormEvent) {
    event.preventDefault()
    const names = splitNames(typed)
    if (names.length === 0 || going.current) return
    going.current = true
    setBusy(true)
    if (await onAdd(names)) setTyped('')
    setBusy(false)
    going.current = false
  }
  return { typed, setTyped, busy, add }
}
