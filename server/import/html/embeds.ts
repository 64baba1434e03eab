import type { Cleaning } from './raw.ts'
import { attribute, createElement, elementsIn, type HtmlElement, type HtmlNode, textOf } from './tree.ts'

/** Sites whose players the site shows as cards. */
const VIDEO_HOSTS = ['youtube.com', 'youtube-nocookie.com', 'youtu.be', 'vimeo.com', 'player.vimeo.com']
const KINDS: Readonly<Record<string, string>> = {
  audio: 'Audio',
  video: 'Video',
  iframe: 'Embedded page',
  object: 'Embedded file',
  embed: 'Embedded file',
}

/** A frame of a video site stays; anything else that is played or embedded becomes a link. */
export function embedded(element: HtmlElement, cleaning: Cleaning): HtmlNode[] {
  const url = absoluteUrl(urlOf(element))
  if (!url) return []
  const frame = element.name === 'iframe' || element.name === 'object' || element.name === 'embed'
  if (frame && isVideo(url)) {
    const title = attribute(element, 'title') || undefined
    return [cleaning.raw([createElement('iframe', { src: url.replace(/\/v\/([\w-]{11})[^/]*$/, '/embed/$1'), title })])]
  }
  const kind = KINDS[element.name] ?? ''
  cleaning.change(`${/^[AE]/.test(kind) ? 'an' : 'a'} ${kind.toLowerCase()} was replaced by a link`)
  return [
    createElement('p', {}, [
      createElement('a', { href: url }, [`${kind}: ${attribute(element, 'title') || nameOf(url)}`]),
    ]),
  ]
}

const URL_ALONE = /^(?:https?:)?\/\/[^\s<>"]+$/
const WATCH =
  /^https?:\/\/(?:www\.|m\.)?(?:youtube\.com\/(?:watch\?(?:[^#]{0,200}&)?v=|shorts\/|live\/)|youtu\.be\/)([\w-]{11})/
const VIMEO = /^https?:\/\/(?:www\.)?vimeo\.com\/(\d{1,12})/

/** What editors write for an embedded page: its URL alone. Returns undefined for any other text. */
export function embeddedUrl(text: string, cleaning: Cleaning): HtmlNode[] | undefined {
  const url = text.trim().replace(/^\/\//, 'https://')
  if (!URL_ALONE.test(url)) return undefined
  const video = WATCH.exec(url)?.[1]
  const vimeo = VIMEO.exec(url)?.[1]
  const frame = video ? `https://www.youtube.com/embed/${video}` : vimeo && `https://player.vimeo.com/video/${vimeo}`
  return [
    frame
      ? cleaning.raw([createElement('iframe', { src: frame })])
      : createElement('p', {}, [createElement('a', { href: url }, [url])]),
  ]
}

function urlOf(element: HtmlElement): string {
  const own = ['src', 'data-src', 'data-lazy-src', 'data', 'data-url'].map((name) => attribute(element, name))
  const inside = [...elementsIn(element.children)].map((one) => {
    if (one.name === 'param' && attribute(one, 'name') === 'movie') return attribute(one, 'value')
    return one.name === 'source' || one.name === 'embed'
      ? attribute(one, 'src')
      : one.name === 'a'
        ? attribute(one, 'href')
        : ''
  })
  return [...own, ...inside].find((url) => url !== '' && url !== 'about:blank') ?? textOf(element.children).trim()
}

const absoluteUrl = (url: string): string | undefined => {
  const full = url.startsWith('//') ? `https:${url}` : url
  return /^(?:https?:\/\/|\/|__GHOST_URL__)/.test(full) ? full : undefined
}

function isVideo(url: string): boolean {
  if (!URL.canParse(url)) return false
  return VIDEO_HOSTS.includes(new URL(url).hostname.replace(/^(?:www|m)\./, ''))
}

function nameOf(url: string): string {
  const path = url.split(/[?#]/)[0] ?? url
  const name = path.split('/').filter(Boolean).at(-1) ?? url
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  return /\.\w{2,4}$/.test(name) ? name : host || name
}
