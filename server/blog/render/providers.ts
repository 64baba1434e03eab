import type { TagValues } from '#server/text/scan/template-tags.ts'
import { embedCard, youTubeCard } from './embeds.ts'

/** The value under one of these names, else the one at this place. */
export const given = ({ named, listed }: TagValues, index: number, ...names: string[]): string =>
  names.map((name) => named.get(name)).find((one) => one !== undefined) ?? listed[index] ?? ''

type Card = (values: TagValues) => string | undefined

/** The id or URL of what is shown. */
const target = (values: TagValues) =>
  given(values, 0, 'id', 'url', 'src', 'href', 'video', 'link', 'videoid', 'video_id', 'playid')

export const cardOf =
  (url: (values: TagValues) => string): Card =>
  (values) =>
    embedCard(url(values), values.named.get('title')) || undefined

const page =
  (pageOf: (id: string) => string): Card =>
  (values) => {
    const id = target(values)
    return id ? cardOf(() => (id.startsWith('http') ? id : pageOf(encodeURIComponent(id))))(values) : undefined
  }

const youTube: Card = (values) => {
  const id = target(values)
  return id ? youTubeCard(id, values.named.get('title')) : undefined
}

const post: Card = (values) => {
  const id = given(values, values.listed.length - 1, 'id', 'url', 'href', 'tweetlink', 'tweetid')
  const user = given(values, values.listed.length > 1 ? 0 : 9, 'user') || 'i'
  const path = id.includes('/') ? id : `${encodeURIComponent(user)}/status/${encodeURIComponent(id)}`
  return id === '' ? undefined : cardOf(() => (id.startsWith('http') ? id : `https://x.com/${path}`))(values)
}

const gist = cardOf((values) => {
  const path = values.listed.slice(0, 2).flatMap((one) => one.split('/'))
  const id = path.length > 0 ? path : given(values, 9, 'id').split('/')
  return values.named.get('url') ?? `https://gist.github.com/${id.map(encodeURIComponent).join('/')}`
})

const gitHub: Card = (values) => {
  const path = given(values, 0, 'repo', 'user')
  const url = `https://github.com/${path.split('/').map(encodeURIComponent).join('/')}`
  return path === '' ? undefined : cardOf(() => url)(values)
}

/** By a part of the names that themes and plugins give them, such as `vimeo_simple` and `lite-youtube`. */
const providers: readonly (readonly [RegExp, Card])[] = [
  [/youtube|^yt$/, youTube],
  [/vimeo/, page((id) => `https://vimeo.com/${id}`)],
  [/bilibili/, page((id) => `https://www.bilibili.com/video/${id}`)],
  [/dailymotion/, page((id) => `https://www.dailymotion.com/video/${id}`)],
  [/asciinema/, page((id) => `https://asciinema.org/a/${id}`)],
  [/instagram/, page((id) => `https://www.instagram.com/p/${id}/`)],
  [/tweet|twitter|^x(?:_simple|post)?$/, post],
  [/^(?:git_?hub_?)?gist$/, gist],
  [/^git_?hub(?:_?(?:repo|card))?$/, gitHub],
  [/codepen|codesandbox|stackblitz|spotify|soundcloud|tiktok|twitch|wistia|mastodon|^loom$/, page(() => '')],
]

/** How a link to what this shortcode or component shows is rendered; `undefined` for other names. */
export const providerCard = (name: string): Card | undefined => providers.find(([names]) => names.test(name))?.[1]
