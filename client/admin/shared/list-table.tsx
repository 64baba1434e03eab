import type { ReactNode, Ref } from 'react'
import { Body, Table, Titles } from './list.styles.ts'

type Props = {
  label: string
  columns: readonly string[]
  className?: string
  body?: Ref<HTMLTableSectionElement>
  /** Rows. */
  children: ReactNode
}

/** A table; on phones its rows are cards. Roles are explicit, because tables with another `display` lose them. */
export const ListTable = ({ label, columns, className, body, children }: Props) => (
  <Table role="table" aria-label={label} className={className}>
    <Titles role="rowgroup">
      <tr>
        {columns.map((title) => (
          <th key={title} scope="col">
            {title}
          </th>
        ))}
      </tr>
    </Titles>
    <Body role="rowgroup" ref={body}>
      {children}
    </Body>
  </Table>
)
