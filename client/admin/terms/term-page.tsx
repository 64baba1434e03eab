import { useState } from 'react'
import { matchPath, useLocation } from 'react-router-dom'
import { Head, Panel } from '#client/admin/shared/admin.styles.ts'
import { QueryView } from '#client/admin/shared/data.tsx'
import { AdminPage } from '#client/admin/shell/admin-page.tsx'
import type { TaxonomyKey } from '#client/api/content.ts'
import { TextLink } from '#client/ui/base/button.tsx'
import { EmptyState } from '#client/ui/content/empty-state.tsx'
import { adminPaths } from '#contract/admin-paths.ts'
import type { Term } from '#contract/posts.ts'
import type { AllTerms, TermDetail } from '#contract/terms.ts'
import { DeletePanel } from './delete-panel.tsx'
import { MergePanel } from './merge-panel.tsx'
import { TermForm } from './term-form.tsx'
import { UnfiledPart } from './unfiled-part.tsx'
import { inPosts, nouns, postsUrl, useTerms } from './use-terms.ts'

/** /admin/terms/categories/{id} and /admin/terms/tags/{id} */
export default function TermPage() {
  const { kind, id = '' } = matchPath(adminPaths.termPage.pattern, useLocation().pathname)?.params ?? {}
  const { terms, reload, moved } = useTerms()
  return (
    <AdminPage action={<TextLink to={adminPaths.termsPage}>All categories and tags</TextLink>}>
      <QueryView query={terms} label="Loading categories and tags...">
        {(all) => {
          const term = isKind(kind) && all[kind].find((one) => one.id === id)
          return isKind(kind) && term ? (
            <TermPanels
              key={`${kind} ${id}`}
              kind={kind}
              term={term}
              all={all}
              reload={reload}
              onMoved={(to) => moved(kind, id, to)}
            />
          ) : (
            <EmptyState title="There is no such category or tag">It may have been merged or deleted.</EmptyState>
          )
        }}
      </QueryView>
    </AdminPage>
  )
}

const isKind = (kind: string | undefined): kind is TaxonomyKey => kind === 'categories' || kind === 'tags'

type Props = {
  kind: TaxonomyKey
  term: TermDetail
  all: AllTerms
  reload: () => Promise<void>
  onMoved: (to: Term) => void
}

function TermPanels({ kind, term, all, reload, onMoved }: Props) {
  /** What the merge begins with, once a name was typed that another term has. */
  const [into, setInto] = useState<string>()
  const others = all[kind].filter((one) => one.id !== term.id && !one.unfiled)
  const { name, posts } = term
  return (
    <>
      <Panel aria-label={`${nouns[kind].title}: ${name}`}>
        <Head>
          <h2 dir="auto">{name}</h2>
          <TextLink to={postsUrl(kind, term.id)} aria-label={`${inPosts(posts)} with ${name}`}>
            {inPosts(posts)}
          </TextLink>
        </Head>
        {term.unfiled ? (
          <UnfiledPart kind={kind} term={term} reload={reload} />
        ) : (
          <TermForm kind={kind} term={term} others={others} reload={reload} onMoved={onMoved} onMerge={setInto} />
        )}
      </Panel>
      {others.length > 0 && (
        <MergePanel key={into} kind={kind} term={term} others={others} suggested={into} reload={reload} />
      )}
      <DeletePanel kind={kind} term={term} reload={reload} />
    </>
  )
}
