import type { Lists } from '#client/admin/posts/use-lists.ts'
import type { TaxonomyKey } from '#client/api/terms.ts'
import type { Name } from '#contract/names.ts'
import { NamesPanel, type PanelTexts } from './terms-panel.tsx'

type Props = {
  lists: Lists
  onAdd: (kind: TaxonomyKey, names: string[]) => Promise<boolean>
  onRename: (kind: TaxonomyKey, name: Name, to: string) => Promise<boolean>
  onDelete: (kind: TaxonomyKey, name: Name) => void
}

/** Categories and tags, beside the list or below it. */
export function SidePanels({ lists, onAdd, onRename, onDelete }: Props) {
  return (
    <div>
      {kinds.map((kind) => (
        <NamesPanel
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
