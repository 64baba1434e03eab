import { THEME_KEY } from '#client/hooks/use-theme.ts'
import { light } from './theme-tokens.ts'

/**
 * Runs in the head, before anything is painted: a reader who chose the light theme never sees the dark one flash
 * (decision 36), nor around the page the dark one's colour, which stands in the document. The page waits for its colours, which it does not bring.
 */
export const themeScript = `try{if(localStorage.getItem('${THEME_KEY}')==='light'){document.documentElement.dataset.theme='light';let b=document.querySelector('[name=theme-color]');b.content='${light.bg}';document.write('<link rel=stylesheet href='+b.dataset.themes+'>')}}catch{}`
