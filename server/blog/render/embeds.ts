import { attributesIn, tagsIn } from '#server/text/scan/html-tags.ts'
import { LATE, PLACEHOLDER } from '#server/text/scan/references.ts'

/** A link in place of something that another site would show here, because pages request nothing from other sites. */
export function embedCard(url: string, title = ''): string {
  const target = URL.parse(url.startsWith('//') ? `https:${url}` : url)
  if (target?.protocol !== 'https:' && target?.protocol !== 'http:') return ''
  const page = pageOf(target)
  const isVideo = VIDEO_HOSTS.test(page.hostname) || /\.(?:mp4|webm|mov|m4v)$/i.test(page.pathname)
  const host = page.hostname.replace(/^www\./, '')
  const label = title.trim() || (isVideo ? 'Watch the video' : 'Open the embedded page')
  const where = `${isVideo ? 'Video on' : 'On'} ${NAMES[host] ?? host}`
  return `<div data-embed="${isVideo ? 'video' : 'page'}"><a href="${Bun.escapeHTML(page.href)}"><strong>${Bun.escapeHTML(label)}</strong><small>${Bun.escapeHTML(where)}</small></a></div>`
}

const VIDEO_HOSTS =
  /(?:^|\.)(?:youtube\.com|youtu\.be|vimeo\.com|dailymotion\.com|twitch\.tv|loom\.com|wistia\.com|ted\.com|bilibili\.com|asciinema\.org)$/
const NAMES: Readonly<Record<string, string>> = {
  'youtube.com': 'YouTube',
  'youtu.be': 'YouTube',
  'vimeo.com': 'Vimeo',
  'gist.github.com': 'GitHub',
  'github.com': 'GitHub',
  'x.com': 'X',
  'twitter.com': 'X',
  'codepen.io': 'CodePen',
  'open.spotify.com': 'Spotify',
  'bilibili.com': 'Bilibili',
  'dailymotion.com': 'Dailymotion',
  'instagram.com': 'Instagram',
}

/** The page that shows what an embed URL shows. */
function pageOf(url: URL): URL {
  const { hostname, pathname } = url
  const last = encodeURIComponent(pathname.split('/').filter(Boolean).at(-1) ?? '')
  if (/(?:^|\.)youtube(?:-nocookie)?\.com$/.test(hostname) && /^\/(?:embed|v|shorts)\//.test(pathname))
    return last === 'videoseries' ? new URL(`https://www.youtube.com/playlist${url.search}`) : youTube(last)
  if (hostname === 'player.vimeo.com') return new URL(`https://vimeo.com/${last}`)
  return url
}

const youTube = (id: string) => new URL(`https://www.youtube.com/watch?v=${id}`)
export const youTubeCard = (id: string, title?: string) =>
  embedCard(id.startsWith('http') ? id : youTube(encodeURIComponent(id)).href, title)

/** Replaces frames and players, and gives images that a script would load their URLs. The HTML need not be safe. */
export function withLocalEmbeds(html: string): string {
  if (!/<(?:iframe|video|audio|noscript)|data-(?:src|lazy|original)/i.test(html)) return html
  let sources = 0
  const rewriter = new HTMLRewriter()
    .on('iframe', {
      element(frame) {
        const url = frame.getAttribute('src') || frame.getAttribute('data-src') || ''
        frame.replace(embedCard(url, frame.getAttribute('title') ?? ''), { html: true })
      },
    })
    .on('video, audio', {
      element(player) {
        sources = 0
        const url = player.getAttribute('src')
        if (url) player.before(fileCard(url), { html: true })
        if (url) sources++
        player.removeAndKeepContent()
      },
    })
    .on('source[src]', {
      element(source) {
        if (sources++ === 0) source.replace(fileCard(source.getAttribute('src') ?? ''), { html: true })
        else source.remove()
      },
    })
    .on('img', { element: loadNow })
  return rewriter.transform(withNoscriptImages(html))
}

/** A link to a page or to a file of this site. */
export const fileCard = (url: string) =>
  embedCard(url) || (url.startsWith('/') ? `<p><a href="${Bun.escapeHTML(url)}">Open the recording</a></p>` : '')

function loadNow(image: HTMLRewriterTypes.Element): void {
  const url = LATE.map((name) => image.getAttribute(name)).find((one) => one)
  if (url && PLACEHOLDER.test(image.getAttribute('src') ?? '')) image.setAttribute('src', url)
}

/** An image in `<noscript>` replaces the one next to it, which a script would load. */
function withNoscriptImages(html: string): string {
  const lower = html.toLowerCase()
  let result = ''
  let copied = 0
  for (let start = lower.indexOf('<noscript'); start !== -1; start = lower.indexOf('<noscript', copied)) {
    const open = lower.indexOf('>', start)
    const end = lower.indexOf('</noscript', start)
    const close = lower.indexOf('>', end)
    if (open === -1 || end < open || close === -1) break
    const inside = html.slice(open + 1, end)
    const before = html.slice(copied, start)
    const isImage = /<img\s/i.test(inside)
    result += isImage ? `${withoutLastLazyImage(before)}${inside}` : before + html.slice(start, close + 1)
    copied = close + 1
  }
  return result + html.slice(copied)
}

function withoutLastLazyImage(html: string): string {
  const start = html.toLowerCase().lastIndexOf('<img')
  const [tag] = start === -1 ? [] : tagsIn(html.slice(start))
  if (tag?.name !== 'img' || html.slice(start + tag.end).trim() !== '') return html
  const attributes = attributesIn(tag.rest)
  const isLazy = LATE.some((name) => attributes.has(name)) || PLACEHOLDER.test(attributes.get('src') ?? '')
  return isLazy || /\blazy/i.test(attributes.get('class') ?? '') ? html.slice(0, start) : html
}
