import type { ScreenProps } from '#client/api/page.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Container } from '#client/ui/container.tsx'
import { Html } from '#client/ui/html.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { PostChips } from '#client/ui/post-chips.tsx'
import { Prose } from '#client/ui/prose.tsx'
import { scoped } from '#client/ui/scoped.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Post } from '#contract/posts.ts'
import { BackToBlog } from './back-to-blog.tsx'
import type { PostData } from './blog-data.ts'
import { NotFound } from './not-found.tsx'

const s = scoped('post')
const Head = s('header')`
  width: min(960px, 100% - 2 * var(--s-gutter));
  margin-inline: auto;
  padding-top: calc(76px + 48px);
  & > a { margin-bottom: 22px; }
  & h1 { max-width: 20ch; margin-top: 20px; overflow-wrap: anywhere; }
`
const Byline = s('p')`
  margin-top: 16px;
  color: var(--text-2);
  font-size: var(--t-small);
`
const Hero = s(Picture)`
  height: clamp(200px, 32vw, 460px);
  margin-top: 40px;
  border-radius: var(--r-xl);
`
const Summary = s(Html)`
  padding: 44px 0 30px;
  border-bottom: 1px solid var(--line);
  font: 500 clamp(1.1875rem, 1.1rem + 0.5vw, 1.4375rem) / 1.5 var(--f-display);
  letter-spacing: -0.008em;
  & > * + * { margin-top: 0.8em; }
`
const Body = s('div')`
  margin-top: 34px;
`
const Foot = s('p')`
  margin-top: 48px;
  padding: 48px 0 var(--s-section);
  border-top: 1px solid var(--line);
`

/** `/blog/{id}` (§2). */
export default function PostScreen({ data: { post } }: ScreenProps<PostData>) {
  return post ? <Article post={post} /> : <NotFound what="post" />
}

const Article = ({ post }: { post: Post }) => (
  <article>
    <Head>
      <BackToBlog />
      <PostChips post={post} />
      <h1>{post.title}</h1>
      <Byline>
        <time dateTime={post.date}>{inWords(post.date)}</time>
        {post.author && ` by ${post.author}`}
      </Byline>
      {post.picture && <Hero picture={post.picture} sizes="(max-width: 1060px) 92vw, 960px" priority />}
    </Head>
    <Container width="prose">
      {post.summary && <Summary html={post.summary} />}
      <Body>
        <Prose html={post.content} />
      </Body>
      <Foot>
        <ButtonLink to={pagePaths.blog} variant="outline">
          <Icon name="arrow-left" size={18} /> Back to All Posts
        </ButtonLink>
      </Foot>
    </Container>
  </article>
)

/** "November 20, 2026". In UTC, as stored: server and browser must write the same day. */
const inWords = (date: string) => new Date(date).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
