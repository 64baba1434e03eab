import { THEME_KEY } from '#client/lib/use-theme.ts'
import { light } from './tokens.ts'

/**
 * Stands in the head, and runs before the first frame is painted: a reader who chose the light theme never sees the dark one flash
 * (decision 36), nor around the page the dark one's colour, which stands in the document. In a step of its own: to tell what is
 * remembered takes a browser 3 to 30 ms while it is busy with a new page, for which nothing would be parsed. The page does not
 * bring the light theme's colours: only who chose it waits for them, with its background before them. Written as the minifier
 * writes the rest of the element, so that it is compressed with it.
 */
export const themeScript = `{let e=document.documentElement,f=()=>{try{if(!e.dataset.theme&&"light"===localStorage.${THEME_KEY}){let t=document.querySelector("[name=theme-color]"),n=document.createElement("link");n.rel="stylesheet",n.href=t.dataset.themes,e.style="visibility:hidden;background:"+(t.content="${light.bg}"),n.onload=n.onerror=()=>e.style="",document.head.prepend(n),e.dataset.theme="light"}}catch{}};setTimeout(f),requestAnimationFrame(f)}`
