import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { KEEP_SCROLL } from '#client/lib/keep-scroll.ts'
import type { DocumentHead, PageProps } from '#client/lib/page-types.ts'
import { Lead, PageHead } from '#client/ui/base/layout.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'
import { searchAddress } from './addresses.ts'
import type { ListData } from './blog-data.ts'
import { CategoryBar } from './category-bar.tsx'
import { isMissingPage, listHead } from './list-head.ts'
import { loadSuggestions, NotFound } from './not-found.tsx'
import { PostList } from './post-list.tsx'
import { SearchForm } from './search-form.tsx'

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
        <p>How to set a cut-off, count a batch, price a case and get paid on time, with numbers that add up.</p>
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

  return <SearchForm ref={input} defaultValue={q} onSubmit={search} onInput={searchSoon} />
}
