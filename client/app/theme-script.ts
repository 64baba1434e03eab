import { THEME_KEY } from '#client/hooks/use-theme.ts'

/** Runs in the head, before anything is painted: a reader who chose the light theme never sees the dark one flash (decision 36). */
export const themeScript = `try{if(localStorage.getItem('${THEME_KEY}')==='light')document.documentElement.dataset.theme='light'}catch{}`
