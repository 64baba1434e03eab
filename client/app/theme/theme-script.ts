import { THEME_KEY } from '#client/lib/use-theme.ts'
import { light } from './tokens.ts'

/**
 * Runs in the head before the first frame, so that readers of the light theme never see the dark one. Reading storage
 * takes 3 to 30 ms while the browser is busy, so it happens in a separate task that does not block parsing. The light
 * theme's colors are a separate file, and its readers wait for it on a light background. Formatted like minified code,
 * so that it compresses with the rest of the element.
 */
export const themeScript = `{let e=document.documentElement,f=()=>{try{if(!e.dataset.theme&&"light"===localStorage.${THEME_KEY}){let t=document.querySelector("[name=theme-color]"),n=document.createElement("link");n.rel="stylesheet",n.href=t.dataset.themes,e.style="visibility:hidden;background:"+(t.content="${light.bg}"),n.onload=n.onerror=()=>e.style="",document.head.prepend(n),e.dataset.theme="light"}}catch{}};setTimeout(f),requestAnimationFrame(f)}`
