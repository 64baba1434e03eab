import { THEME_KEY } from '#client/hooks/use-theme.ts'
import { light } from './theme-tokens.ts'

/**
 * Stands in the head, and runs before the first frame is painted: a reader who chose the light theme never sees the dark one flash
 * (decision 36), nor around the page the dark one's colour, which stands in the document. In a step of its own: to tell what is
 * remembered takes a browser 3 to 30 ms while it is busy with a new page, for which nothing would be parsed. The page does not
 * bring the light theme's colours: only who chose it waits for them, with its background before them.
 */
export const themeScript = `(f=>{setTimeout(f);requestAnimationFrame(f)})(()=>{try{let r=document.documentElement,b=document.querySelector('[name=theme-color]'),l=document.createElement('link');if(!r.dataset.theme&&localStorage.getItem('${THEME_KEY}')==='light'){l.rel='stylesheet';l.href=b.dataset.themes;b.content='${light.bg}';r.dataset.theme='light';r.style.cssText='visibility:hidden;background:${light.bg}';l.onload=l.onerror=()=>r.style.cssText='';document.head.prepend(l)}}catch{}})`
