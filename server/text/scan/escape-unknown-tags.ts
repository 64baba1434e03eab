import { replaceTags, tagsIn, VOID_ELEMENTS } from './html-tags.ts'

/** The elements of HTML, those that the sanitizer removes included. */
const ELEMENTS = new Set(
  (
    'a abbr acronym address applet area article aside audio b base basefont bdi bdo big blink blockquote body br button ' +
    'canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset ' +
    'figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins ' +
    'isindex kbd label legend li link listing main map mark marquee math menu meta meter nav nobr noembed noframes noscript ' +
    'object ol optgroup option output p param picture plaintext pre progress q rp rt ruby s samp script search section select ' +
    'slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time ' +
    'title tr track tt u ul var video wbr xmp'
  ).split(' '),
)

/** Elements that people write without an end tag. */
const ALONE = VOID_ELEMENTS.union(new Set('dd dt li option p td th tr'.split(' ')))

/**
 * Writes tags that are none of HTML as text: a summary may be about `<svelte:component>`. Without any end tag, it is plain text
 * that may be about `<script setup>`, or say that a<b.
 */
export function escapeUnknownTags(html: string): string {
  if (!html.includes('<')) return html
  const isHtml = tagsIn(html).some(({ name, isClosing }) => ELEMENTS.has(name) && (isClosing || ALONE.has(name)))
  return replaceTags(html, ({ name, start, end }) => {
    const tag = html.slice(start, end)
    return isHtml && ELEMENTS.has(name) ? tag : tag.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  })
}
