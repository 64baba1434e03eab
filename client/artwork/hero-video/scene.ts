/** The scene of the video: an order on its way through a bakery's week. All names and numbers are samples. */
import { join } from 'node:path'
import { globalCss } from '#client/app/theme/global-css.ts'
import { inlineSpriteFor } from '#client/ui/brand/sprite.ts'

export type Theme = 'dark' | 'light'

const WEEK = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const TODAY = 4
const MONDAY = 16

/** Pieces per weekday; a day with none has no production. */
const schedule: [product: string, pieces: number[]][] = [
  ['Sourdough', [60, 80, 72, 90, 140, 160, 40]],
  ['Baguette', [48, 48, 60, 60, 96, 120, 24]],
  ['Croissant', [24, 24, 30, 36, 72, 96, 48]],
  ['Rye tin', [20, 0, 24, 0, 30, 18, 0]],
]
const stops = [
  ['Corner Pantry', 'Delivered 5:48'],
  ['Fig Tree Deli', 'Delivered 6:04'],
  ['Harbor Street Café', '3 crates · before 7:00'],
  ['Oak & Vine Grocers', '6 crates'],
  ['Pier 9 Hotel', '4 crates'],
]
const DELIVERED = 2
const stages = ['Order Place', 'Products Created', 'Products Packaged', 'Products Shipped', 'Accounts Receivable']
const menu = ['Orders', 'Production', 'Packing', 'Shipping', 'Invoices', 'Clients']

const check =
  '<svg width="14" height="14" fill="none" stroke="currentColor" stroke-width="2.6"><use href="#icon-check"/></svg>'

const bar = () =>
  `<div class="bar"><svg><use href="#mark"/></svg>
  <nav>${menu.map((name) => `<span class="${name === 'Production' ? 'on' : ''}">${name}</span>`).join('')}</nav>
  <i class="weekday fri">Fri 20</i><i class="user">MR</i></div>`

const job = (product: string, pieces: number) => `<div class="job"><b>${product}</b><em>${pieces}</em><i></i></div>`

function day(name: string, index: number): string {
  const jobs = schedule.map(([product, pieces]) => [product, pieces[index] ?? 0] as const).filter(([, count]) => count)
  const progress = index === TODAY ? 'now' : index < TODAY ? 'done' : ''
  return `<div class="day ${progress} ${name.toLowerCase()}"><header class="weekday">${name}<span>${MONDAY + index}</span></header>
  ${jobs.map(([product, count]) => job(product, count)).join('')}</div>`
}

const board = () =>
  `<div class="board">${bar()}<div class="plan">
  <header><div><h2>Production schedule</h2><p>Week 47 · quantities come from confirmed orders</p></div><span class="state"></span></header>
  <div class="days">${WEEK.map(day).join('')}</div></div></div>`

const docket = () =>
  `<div class="docket"><div class="paper">
  <header><h3>Order 10482</h3><span class="weekday fri">Fri</span></header><p>Harbor Street Café</p>
  <ul><li><span>Country sourdough</span><b>40</b></li><li><span>Baguette</span><b>36</b></li>
  <li><span>Butter croissant</span><b>8</b></li><li class="more">2 more lines</li></ul>
  <footer><span>Total</span><b>$412.50</b></footer></div></div>
  <div class="stamp"><b>Paid</b></div>`

function phone(): string {
  const rows = stops.map(
    ([client, what], index) =>
      `<div id="stop-${index + 1}" class="stop ${index < DELIVERED ? 'done' : ''}"><i>${index < DELIVERED ? check : index + 1}</i>
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
  `<ol class="rail">${stages.map((stage, index) => `<li class="${WEEK[index]?.toLowerCase()}"><i></i>${stage}</li>`).join('')}</ol>`

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
