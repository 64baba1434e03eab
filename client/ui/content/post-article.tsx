import type { ReactNode } from 'react'
import { Container } from '#client/ui/base/layout.tsx'
import { Link } from '#client/ui/base/link.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { UnbrokenWords } from '#client/ui/base/unbroken-words.tsx'
import type { Heading, Post, PostImage as PostImageData, PostPage } from '#contract/posts.ts'
import { AuthorName } from './author-name.tsx'
import { PostBody } from './post-body.tsx'
import { Day, PostChips } from './post-facts.tsx'
import { PostImage } from './post-image.tsx'
import { SanitizedHtml } from './sanitized-html.tsx'

type Props = {
  post: Post & Partial<Pick<PostPage, 'minutes' | 'contents'>>
  /** Inside a dialog: without the page's padding, and with a lower heading level. */
  inside?: boolean
  top?: ReactNode
  foot?: ReactNode
}

export function PostArticle({ post, inside = false, top, foot }: Props) {
  const Title = inside ? 'h3' : 'h1'
  return (
    <article lang={post.lang}>
      <Head $inside={inside} $narrow={!post.picture}>
        {top}
        <PostChips post={post} />
        <Title dir="auto">
          <UnbrokenWords>{post.title}</UnbrokenWords>
        </Title>
        <Byline>
          <Day date={post.date} /> <AuthorName post={post} />
          {post.updated && (
            <>
              {' · Updated '}
              <Day date={post.updated} />
            </>
          )}
          {post.minutes && ` · ${post.minutes} min read`}
        </Byline>
        {post.picture && <Featured picture={post.picture} />}
      </Head>
      <Container width="prose">
        {post.summary && !post.summary_from_content && <Summary dir="auto" html={post.summary} />}
        {post.contents && <TableOfContents contents={post.contents} />}
        <Body>
          <PostBody html={post.content} />
        </Body>
        {foot}
      </Container>
    </article>
  )
}

function Featured({ picture }: { picture: PostImageData }) {
  const image = <Hero picture={picture} sizes="(max-width: 1060px) 92vw, 960px" priority />
  if (!picture.caption) return image
  return (
    <figure>
      {image}
      <Caption dir="auto">{picture.caption}</Caption>
    </figure>
  )
}

export const TableOfContents = ({ contents }: { contents: readonly Heading[] }) =>
  contents.length > 0 && (
    <ContentsNavigation aria-labelledby="contents">
      <h2 id="contents">In this post</h2>
      <ol dir="auto">
        {contents.map(({ id, text }) => (
          <li key={id}>
            <Link to={`#${id}`}>{text}</Link>
          </li>
        ))}
      </ol>
    </ContentsNavigation>
  )

const s = createStyled('post-article')
/** As wide as its picture, or else as the text. */
const Head = s('header')<{ $inside: boolean; $narrow: boolean }>`
  width: ${({ $inside, $narrow }) => ($inside ? '100%' : `min(${$narrow ? 720 : 960}px, 100% - 2 * var(--s-gutter))`)};
  margin-inline: auto;
  padding-top: ${({ $inside }) => ($inside ? '0' : 'calc(var(--toolbar) + 48px)')};
  & > a { margin-bottom: 22px; }
  & > h1, & > h3 { margin-top: 20px; }
  & > h3 { font-size: var(--t-h2); line-height: 1.15; }
`
const Byline = s('p')`
  margin-top: 16px;
  color: var(--text-2);
  font-size: var(--t-small);
`
const Hero = s(PostImage)`
  margin-top: 40px;
  border-radius: var(--r-xl);
`
const Summary = s(SanitizedHtml)`
  padding: 44px 0 30px;
  border-bottom: 1px solid var(--line);
  font: 500 clamp(1.1875rem, 1.1rem + 0.5vw, 1.4375rem) / 1.5 var(--f-display);
  letter-spacing: -0.008em;
  & > * + * { margin-top: 0.8em; }
`
const Body = s('div')`
  margin-top: 34px;
`
const ContentsNavigation = s('nav')`
  margin-top: 34px;
  padding: 24px 26px 14px;
  border-radius: var(--r-xl);
  background: var(--surface);
  & h2 { font-size: 1.25rem; }
  & a { display: block; padding: 10px 0; color: var(--primary-ink); font-weight: 560; line-height: 1.5; }
`
const Caption = s('figcaption')`
  margin-top: 10px;
  color: var(--text-3);
  font-size: var(--t-small);
`
