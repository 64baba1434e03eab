import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { KEEP_SCROLL } from '#client/lib/keep-scroll.ts'
import type { DocumentHead, PageProps } from '#client/lib/page-types.ts'
import { Button } from '#client/ui/base/button.tsx'
import { Icon } from '#client/ui/base/icon.tsx'
import { Lead, PageHead } from '#client/ui/base/layout.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { SEARCH_MAX_CHARACTERS } from '#contract/limits.ts'
import { pagePaths } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'
import { searchAddress } from './addresses.ts'
import type { ListData } from './blog-data.ts'
import { CategoryBar } from './category-bar.tsx'
import { isMissingPage, listHead } from './list-head.ts'
import { loadSuggestions, NotFound } from './not-found.tsx'
import { PostList } from './post-list.tsx'

export const loadParts = loadSuggestions

export function head(list: Omit<ListData, 'categories'>, site: SiteInfo): DocumentHead {
  const title = list.q ? `Posts that match “${list.q}”` : 'Our Blog'
  const description = `Insights, updates, and stories from the ${site.name} team.`
  const head = listHead(list, site, title, pagePaths.blog, description)
  return list.q ? { ...head, canonicalPath: pagePaths.blog, noindex: true } : head
}

export default function ListPage({ data }: PageProps<ListData>) {
  if (isMissingPage(data)) return <NotFound what="page" />
  return (
    <>
      <PageHead>
        <h1>Our Blog</h1>
        <Lead>Insights, updates, and stories from our team</Lead>
        <p>When orders should close, what a batch really costs, and why a jar you have promised is not stock.</p>
      </PageHead>
      <PostList
        list={data}
        path={searchAddress(data.q)}
        q={data.q}
        newest={data.newest}
        bar={<CategoryBar categories={data.categories} current={data.q ? undefined : pagePaths.blog} />}
      >
        <SearchField q={data.q ?? ''} />
      </PostList>
    </>
  )
}

const PAUSE_MS = 250

/** Searches the posts: as a form without JavaScript, and while the reader types. The URL contains the search. */
export function SearchField({ q }: { q: string }) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef(0)
  const asked = useRef(q)

  function search(event?: FormEvent) {
    event?.preventDefault()
    clearTimeout(timer.current)
    asked.current = input.current?.value.trim() ?? ''
    navigate(searchAddress(asked.current), { replace: true, state: KEEP_SCROLL })
  }

  function searchSoon() {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(search, PAUSE_MS)
  }

  // A link or the back button changed the search.
  useEffect(() => {
    if (input.current && q !== asked.current) input.current.value = asked.current = q
  }, [q])
  useEffect(() => () => clearTimeout(timer.current), [])

  return (
    <Form role="search" action={pagePaths.blog} onSubmit={search}>
      <input
        ref={input}
        type="search"
        name="q"
        defaultValue={q}
        maxLength={SEARCH_MAX_CHARACTERS}
        aria-label="Search posts"
        placeholder="Search posts"
        onInput={searchSoon}
      />
      <Button type="submit" variant="outline" small aria-label="Search">
        <Icon name="search" />
      </Button>
    </Form>
  )
}

const s = createStyled('search-field')
const Form = s('form')`
  display: flex;
  gap: 8px;
  flex: 0 1 400px;
  & input {
    flex: 1;
    min-width: 0;
    padding: 0 14px;
    border: 1.5px solid var(--line-strong);
    border-radius: var(--r-md);
    background: var(--surface);
  }
`
