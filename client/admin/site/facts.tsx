import { type ReactNode, useId } from 'react'
import { Head, Panel } from '#client/admin/shared/admin.styles.ts'
import { createStyled, media } from '#client/ui/base/styles.ts'

/** A part of the page: a heading, and facts or a list. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Panel aria-labelledby={id}>
      <Head>
        <h2 id={id}>{title}</h2>
      </Head>
      {children}
    </Panel>
  )
}

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

const s = createStyled('admin-site-facts')
export const Facts = s('dl')`
  display: grid;
  grid-template-columns: minmax(9rem, max-content) minmax(0, 1fr);
  gap: 8px 24px;
  overflow-wrap: anywhere;
  & dt { color: var(--text-2); }
  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
    gap: 0;
    & dd { margin-bottom: 10px; }
  }
`
