import { useId } from 'react'
import { Empty, Head, Panel } from '#client/admin/shared/admin.styles.ts'
import { QueryView } from '#client/admin/shared/data.tsx'
import { Item, Items } from '#client/admin/shared/list.styles.ts'
import { AdminPage } from '#client/admin/shell/admin-page.tsx'
import type { TaxonomyKey } from '#client/api/content.ts'
import { TextLink } from '#client/ui/base/button.tsx'
import { Link } from '#client/ui/base/link.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { Badge } from '#client/ui/content/chip.tsx'
import { adminPaths } from '#contract/admin-paths.ts'
import { pagePaths } from '#contract/paths.ts'
import type { TermDetail } from '#contract/terms.ts'
import { inPosts, nouns, postsUrl, useTerms } from './use-terms.ts'

/** /admin/terms: all categories and tags, each with a page. */
export default function TermsPage() {
  const { terms } = useTerms()
  return (
    <AdminPage action={<TextLink to={pagePaths.adminBlog}>All posts</TextLink>}>
      <QueryView query={terms} label="Loading categories and tags...">
        {(all) => (
          <Lists>
            <TermList kind="categories" terms={all.categories} />
            <TermList kind="tags" terms={all.tags} />
          </Lists>
        )}
      </QueryView>
    </AdminPage>
  )
}

function TermList({ kind, terms }: { kind: TaxonomyKey; terms: readonly TermDetail[] }) {
  const id = useId()
  const { title, many } = nouns[kind]
  return (
    <List aria-labelledby={id}>
      <Head>
        <h2 id={id}>{title}</h2>
        <Badge>{terms.length}</Badge>
      </Head>
      {terms.length === 0 ? <Empty>{`No ${many} yet`}</Empty> : <Rows kind={kind} terms={terms} />}
    </List>
  )
}

const Rows = ({ kind, terms }: { kind: TaxonomyKey; terms: readonly TermDetail[] }) => (
  <Items>
    {terms.map(({ id, name, description, posts, unfiled }) => (
      <Item key={id}>
        <div>
          <h3 dir="auto">
            <Link to={adminPaths.termPage(kind, id)}>{name}</Link>
          </h3>
          {description && <p dir="auto">{description}</p>}
          {unfiled && <p>Used, no file yet</p>}
        </div>
        <TextLink to={postsUrl(kind, id)} aria-label={`${inPosts(posts)} with ${name}`}>
          {inPosts(posts)}
        </TextLink>
      </Item>
    ))}
  </Items>
)

const s = createStyled('admin-terms')
const Lists = s('div')`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 24px;
  align-items: start;
  ${media.singleColumn} { grid-template-columns: minmax(0, 1fr); }
`
const List = s(Panel)`
  & + & { margin-top: 0; }
  & h3 { font: 640 1.0625rem/1.35 var(--f-body); letter-spacing: 0; }
  & h3 > a { color: inherit; }
  & ul { background: none; box-shadow: none; }
  & li { padding-inline: 0; }
  & li > a { flex: none; white-space: nowrap; }
  ${media.phone} { & li { flex-direction: row; align-items: baseline; } }
`
