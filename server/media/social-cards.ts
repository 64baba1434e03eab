import type { Content } from '#server/content/content.ts'
import { createPostCards, type PostCards, type PostCardsOptions } from '#server/media/share-cards/post-cards.ts'

type Deps = Omit<PostCardsOptions, 'posts'> & { content: Pick<Content, 'snapshot'> }

/** The pictures of posts for shared links (issue 7), of all posts that the content has. */
export const createSocialCards = ({ content, ...options }: Deps): Promise<PostCards> =>
  createPostCards({
    ...options,
    posts: () => {
      const { posts, categories, site } = content.snapshot()
      const named = [...posts.values()].map(({ id, title, date, category }) => ({
        id,
        title,
        date,
        category: categories.get(category ?? '') ?? null,
      }))
      return { posts: named, name: site.name }
    },
  })
