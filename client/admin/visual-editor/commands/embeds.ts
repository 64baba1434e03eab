/** The frame of a video, which the published page shows as a card. */
export function embedOf(href: string): string | undefined {
  const { hostname, pathname, searchParams } = new URL(href)
  const host = hostname.replace(/^(?:www|m)\./, '')
  const [first = '', second = ''] = pathname.split('/').filter(Boolean)
  if (host === 'youtube.com' || host === 'youtube-nocookie.com')
    return youTube(first === 'watch' ? (searchParams.get('v') ?? '') : videoIn(first, second))
  if (host === 'youtu.be') return youTube(first)
  if (host === 'vimeo.com') return vimeo(first)
  return host === 'player.vimeo.com' ? vimeo(second) : undefined
}

const videoIn = (kind: string, id: string) => (['shorts', 'live', 'embed'].includes(kind) ? id : '')
const youTube = (id: string) => (/^[\w-]{11}$/.test(id) ? frame(`https://www.youtube.com/embed/${id}`) : undefined)
const vimeo = (id: string) => (/^\d+$/.test(id) ? frame(`https://player.vimeo.com/video/${id}`) : undefined)
const frame = (src: string) => `<iframe src="${src}" allowfullscreen></iframe>`
