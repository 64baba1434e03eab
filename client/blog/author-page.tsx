import type { DocumentHead, PageProps } from '#client/lib/page-types.ts'
import { TextLink } from '#client/ui/base/button.tsx'
import { Container, PageHead } from '#client/ui/base/layout.tsx'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { PostImage } from '#client/ui/content/post-image.tsx'
import { isRich, Prose } from '#client/ui/content/prose.tsx'
import type { Author } from '#contract/author.ts'
import { pagePaths } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'
import { pageAddress } from './addresses.ts'
import type { AuthorData } from './blog-data.ts'
import { BackToBlog } from './blog-links.tsx'
import { isMissingPage, listHead } from './list-head.ts'
import { loadSuggestions, missingHead, NotFound } from './not-found.tsx'
import { PostList } from './post-list.tsx'

/** For biographies with tables, quotes or images. */
const RichProse = lazyPart(() => import('#client/ui/content/rich-prose.tsx'))
export const loadParts = () => Promise.all([RichProse.load(), loadSuggestions()])

export function head({ asked, found }: AuthorData, site: SiteInfo): DocumentHead {
  if (!found) return missingHead('Author', site)
  const { author, list } = found
  const title = `Posts by ${author.name}`
  const path = pagePaths.author(author.id)
  return {
    ...listHead(list, site, title, path, author.description || `${title} on the ${site.name} blog.`),
    author,
    ...(author.id !== asked && { redirectTo: pageAddress(path, list.page) }),
  }
}

/** An author and the live posts that name the author. */
export default function AuthorPage({ data: { found } }: PageProps<AuthorData>) {
  if (!found || isMissingPage(found.list)) return <NotFound what={found ? 'page' : 'author'} />
  const { author, list } = found
  return (
    <>
      <PageHead>
        <BackToBlog />
        <Person>
          {author.picture && <Portrait picture={author.picture} sizes="160px" priority />}
          <div>
            <h1>{author.name}</h1>
          </div>
        </Person>
      </PageHead>
      {(author.biography || author.links.length > 0) && <About author={author} />}
      <PostList list={list} path={pagePaths.author(author.id)} />
    </>
  )
}

/** The links lead to other sites, whose pages are about the author. */
const About = ({ author: { name, biography, links } }: { author: Author }) => (
  <AuthorProfile>
    {biography && (isRich(biography) ? <RichProse html={biography} /> : <Prose html={biography} />)}
    {links.length > 0 && (
      <Links aria-label={`${name} on the web`}>
        {links.map(({ label, url }) => (
          <li key={`${label} ${url}`}>
            <TextLink to={url} rel="me noopener noreferrer">
              {label}
            </TextLink>
          </li>
        ))}
      </Links>
    )}
  </AuthorProfile>
)

const s = createStyled('author-page')
const Person = s('div')`
  display: flex;
  align-items: center;
  gap: clamp(20px, 3vw, 36px);
  margin-top: 22px;
  & > div { min-width: 0; overflow-wrap: anywhere; }
  ${media.phone} { flex-direction: column; align-items: flex-start; }
`
const Portrait = s(PostImage)`
  flex: none;
  width: clamp(96px, 12vw, 160px);
  aspect-ratio: 1;
  border-radius: var(--r-pill);
`
const AuthorProfile = s(Container)`
  padding-bottom: clamp(40px, 5vw, 72px);
  & > * { max-width: 720px; }
`
const Links = s('ul')`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 24px;
  margin-top: 18px;
  & > li { min-width: 0; overflow-wrap: anywhere; }
`
