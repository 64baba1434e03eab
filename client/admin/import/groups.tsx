import { useId } from 'react'
import type { ImportGroups, ImportPlanView } from '#contract/imports.ts'
import { counted } from './counts.tsx'
import { Group, Note, Part } from './import.styles.ts'

type Props = { title: string; text?: string; groups: ImportGroups }

/** Reasons with the posts that they concern, the most frequent first. */
export function Groups({ title, text, groups: { groups, more } }: Props) {
  const id = useId()
  if (groups.length === 0) return null
  return (
    <Part aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {text && <Note>{text}</Note>}
      <ul>
        {groups.map(({ reason, count, titles }) => (
          <li key={reason}>
            <Listed label={`${count.toLocaleString('en')} × ${reason}`} count={count} titles={titles} />
          </li>
        ))}
      </ul>
      {more > 0 && <Note>{`And ${counted(more, 'more reason')}.`}</Note>}
    </Part>
  )
}

/** Some of the posts of one state. */
export function Titles({ title, of: { count, titles } }: { title: string; of: ImportPlanView['live'] }) {
  if (count === 0) return null
  return <Listed label={`${title}: ${counted(count, 'post')}`} count={count} titles={titles} />
}

function Listed({ label, count, titles }: { label: string; count: number; titles: readonly string[] }) {
  if (titles.length === 0) return <Group as="p">{label}</Group>
  return (
    <Group>
      <summary>{label}</summary>
      <ul>
        {titles.map((title, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two posts may have one title, and the list never changes
          <li key={place}>{title || 'Without a title'}</li>
        ))}
        {count > titles.length && <li>{`and ${(count - titles.length).toLocaleString('en')} more`}</li>}
      </ul>
    </Group>
  )
}
