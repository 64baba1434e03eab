/** The scene of the video: an order on its way through four days of a bakery. All names and numbers are samples. */
import { join } from 'node:path'
import { globalCss } from '#client/app/theme/global-css.ts'
import { samples } from '#client/mockups/samples.ts'
import { inlineSpriteFor } from '#client/ui/brand/sprite.ts'

export type Theme = 'dark' | 'light'

const WEEK = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const TODAY = 'Fri'
const MONDAY = 16
/** Those around Friday: seven days would be too small to read. */
const SHOWN = ['Wed', 'Thu', 'Fri', 'Sat'] as const

const PRODUCTS_SHOWN = 3
const schedule = samples.bakery.goods.slice(0, PRODUCTS_SHOWN)
const { order, route } = samples.bakery
const STOPS_SHOWN = 5
const stops = route.next
  .slice(0, STOPS_SHOWN)
  .map(({ client, load, deliveredAt }) => [client, deliveredAt ? `Delivered ${deliveredAt}` : load])
const DELIVERED = 2
const stages = ['Order Place', 'Products Created', 'Products Packaged', 'Products Shipped', 'Accounts Receivable']

const check =
  '<svg width="14" height="14" fill="none" stroke="currentColor" stroke-width="2.6"><use href="#icon-check"/></svg>'

const job = (product: string, pieces: number) => `<div class="job"><b>${product}</b><em>${pieces}</em><i></i></div>`

function day(name: (typeof WEEK)[number]): string {
  const index = WEEK.indexOf(name)
  const today = WEEK.indexOf(TODAY)
  const progress = index === today ? 'now' : index < today ? 'done' : ''
  return `<div class="day ${progress} ${name.toLowerCase()}"><header class="weekday">${name}<span>${MONDAY + index}</span></header>
  ${schedule.map(({ short, week }) => job(short, week[index] ?? 0)).join('')}</div>`
}

const board = () =>
  `<div class="board"><header><svg><use href="#mark"/></svg><h2>Production <span>schedule</span></h2><span class="state"></span></header>
  <div class="days">${SHOWN.map(day).join('')}</div></div>`

const docket = () =>
  `<div class="docket"><div class="paper">
  <header><h3>Order 10482</h3><span class="weekday fri">Fri</span></header><p>Harbor Street Café</p>
  <ul>${schedule.map(({ short }, index) => `<li><span>${short}</span><b>${order.lines[index]?.quantity}</b></li>`).join('')}
  <li class="more">${order.lines.length - PRODUCTS_SHOWN} more lines</li></ul>
  <footer><span>Total</span><b>$412.50</b></footer></div></div>
  <div class="stamp"><b>Paid</b></div>`

function phone(): string {
  const rows = stops.map(
    ([client, what], index) =>
      `<div id="stop-${index + 1}" class="stop ${index < DELIVERED ? 'done' : ''}"><i>${index < DELIVERED ? check : `<b>${index + 1}</b>`}</i>
      <div><b>${client}</b><span>${what}</span></div></div>`,
  )
  return `<div class="phone"><div class="glass"><header><span>Route 2</span><b class="weekday fri">Fri 20</b></header>
  <h2></h2><div class="progress"><i></i></div>${rows.join('')}<div class="deliver">Mark delivered</div></div></div>`
}

const crate = `<figure class="crate"><svg viewBox="0 0 100 73"><use href="#good-loaf" x="16" width="30" height="30"/>
  <use href="#good-loaf" x="54" width="30" height="30"/><use href="#crate" y="20" width="100" height="53.4" fill="var(--fri)"/></svg></figure>`
const crates = () => `<div>${crate.repeat(3)}</div>`

/** Flies from the docket to Friday's column. */
const added = (pieces: number) => `<div class="added fri"><b class="weekday">+${pieces}</b></div>`

const toast = () =>
  `<div class="toast"><i>${check}</i><div><b>Invoice INV-2207 paid</b><span>$412.50 by bank transfer</span></div></div>`

const rail = () =>
  `<ol class="rail">${stages.map((stage, index) => `<li class="${WEEK[index]?.toLowerCase()}"><i></i><span>${stage}</span></li>`).join('')}</ol>`

const weekdays = WEEK.map((name) => name.toLowerCase())
/** Later elements are in front. */
const sheets = ['board.css', 'order.css', 'goods.css', 'phone.css', 'portrait.css']
const dayCss = weekdays.map((name) => `.${name}{--d:var(--${name})}`).join('')

/** The video's page as a self-contained document with the site's fonts and colors. */
export async function sceneDocument(theme: Theme): Promise<string> {
  const fonts = await fontUrls()
  const css = await Promise.all(sheets.map((name) => Bun.file(join(import.meta.dir, name)).text()))
  const actors = [board(), docket(), crates(), [40, 36, 8].map(added).join(''), phone(), toast(), rail()]
  return `<!doctype html><html lang="en" data-theme="${theme}"><meta charset="utf-8">
  <style>${globalCss((name) => fonts[name] ?? '')}${dayCss}${css.join('')}</style>
  <body>${inlineSpriteFor('')}<div class="film">${actors.join('')}</div></body></html>`
}

async function fontUrls(): Promise<Record<string, string>> {
  const names = ['fonts/besley.woff2', 'fonts/libre-franklin.woff2']
  const urls = names.map(async (name) => {
    const bytes = await Bun.file(`client/static/${name}`).bytes()
    return [name, `data:font/woff2;base64,${bytes.toBase64()}`] as const
  })
  return Object.fromEntries(await Promise.all(urls))
}
