import { StyledButtonLink } from '#client/ui/base/button.tsx'
import { ClosingSection } from '#client/ui/brand/closing-call-to-action.tsx'
import { paper } from './tokens.ts'

/** Black on white in both themes. Repeated names outweigh the rules of the themes. */
const colors = `
:root:root:root,[data-theme][data-theme]{color-scheme:light;${Object.entries(paper)
  .map(([name, value]) => `--${name}:${value}`)
  .join(';')}}
body{background:var(--bg)!important;color:var(--text)!important}
a{color:var(--text)!important}
`

/** Only the page itself, or the dialog that is open. `data-print` marks what is for screens only, or for paper as well. */
const frame = `
@page{margin:12mm 15mm}
#main>[role=status],:has(>#main)>:not(#main,footer,[data-print=shown]),footer>:not(dialog),body:has(dialog[open]) #main>:not(dialog,:has(dialog[open])){display:none!important}
button,video,[role=search],article>div>nav,#main>article>div>:last-child,#main>article~*,summary>svg,${StyledButtonLink},${ClosingSection},a:has(use[href='#icon-arrow-right']),[data-print=hidden]{display:none!important}
[data-print=shown][data-print]{display:block!important}
#main,#main *{animation:none!important}
#main :is(aside,header,nav,thead,thead *){position:static!important}
#main>:first-child,#main>[role=status]+*,#main>:first-child>:is(header,div):first-child{padding-top:0!important}
#main section{padding-block:10pt!important;background:none!important;content-visibility:visible!important}
#main li::before,#main input,:is(figure,[role=img],[data-day]),:is(figure,[role=img],[data-day]) *{print-color-adjust:exact}
dialog[open]{display:block!important;position:absolute!important;inset:0 0 auto!important;width:auto!important;max-height:none!important;overflow:visible!important;box-shadow:none!important;animation:none!important}
dialog[open]>div{display:block!important;padding:0 0 8pt!important;overflow:visible!important}
`

/** Nothing is cut by the end of a page, and no heading is the last line of one. */
const pages = `
h1,h2,h3,h4,h5,h6,caption{break-after:avoid;break-inside:avoid}
tr,li,dl,figure,img,pre,blockquote,details,[data-callout],[data-day],article:not(:has(h1)){break-inside:avoid}
p{orphans:3;widows:3}
thead{display:table-header-group}
pre{white-space:pre-wrap!important;overflow:visible!important}
.scroll{overflow:visible!important}
details::details-content{content-visibility:visible!important;block-size:auto!important}
`

/** Type for paper: a checklist fits on two pages, and the comparison of editions on one. */
const density = `
#main :is(td,th){padding-block:3.5pt!important}
#main table{font-size:9.5pt!important;line-height:1.35!important}
#main thead th{font-size:9.5pt}
#main thead :is(tr,div){height:auto!important}
#main thead :is(th,td)>div{padding-block:4pt!important}
#main thead :is(th,td)>div>span{display:block!important;min-height:0!important;margin:0!important;font-size:9pt}
#main thead th>div>span:first-child{font-size:12pt;overflow-wrap:normal}
#main thead th>div>span:nth-child(2){font-size:14pt;line-height:1.3}
#main thead th span span{font-size:inherit;vertical-align:baseline}
#main form[method=dialog]{gap:0 18pt!important;padding:8pt!important}
#main :is(form[method=dialog] fieldset,thead td span span){display:none}
#main article>header{width:auto!important}
#main article>header>a{display:none}
#main article>header h1{margin-top:8pt!important;font-size:20pt}
#main article>header p{margin-top:6pt!important}
#main article>header img{width:auto!important;height:38mm!important;margin-top:8pt!important;aspect-ratio:auto!important;object-fit:contain!important}
#main article>div *{margin-bottom:0!important}
#main article>div :is(div){margin-top:8pt!important;padding-block:0!important;font-size:10pt!important;line-height:1.4!important}
#main article>div :is(p,ul,ol,figure,pre,blockquote){margin-top:6pt!important}
#main article>div h2{margin-top:11pt!important;font-size:13pt}
#main article>div :is(h3,h4){margin-top:10pt!important;font-size:11.5pt}
#main article>div blockquote{font-size:12pt}
#main article :is(td,th){padding-block:2.5pt!important}
#main textarea{min-height:0!important;height:60pt!important}
#main article>div :is(ul,ol){gap:2.5pt}
`

/** Where a link leads, unless paper has it already. Links to other pages of the site are for browsing. */
const links = `
#main a[href^='http']:not(:has(img,svg))::after{content:' (' attr(href) ')';font-size:.9em;overflow-wrap:anywhere}
`

/** Outweighs the styles of components, before which it is loaded. */
export const printCss = (): string =>
  `@media print{${[colors, frame, pages, density, links].join('').replaceAll('\n', '')}}`
