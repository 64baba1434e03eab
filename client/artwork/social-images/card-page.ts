import { join } from 'node:path'
import { day, week } from '#client/artwork/illustrations/colors.ts'
import { standBottle, standCarton, standContainer, standJar, standLoaf } from '#client/artwork/illustrations/goods.ts'
import { PALLET_HEIGHT, pallet, stack } from '#client/artwork/illustrations/pallet.ts'
import type { Svg } from '#client/artwork/illustrations/shapes.ts'
import type { Card, Good } from './cards.ts'

/** The size in which platforms show a shared link's image. */
export const CARD = { width: 1200, height: 630 }
/** The font size of a card, in pixels. A longer text has a smaller one, in these steps. */
export const TEXT_SIZE = { largest: 74, smallest: 38, step: 4 }

const stand: Record<Good, (x: number, floor: number, size: number) => Svg> = {
  loaf: standLoaf,
  bottle: standBottle,
  jar: standJar,
  container: standContainer,
  carton: standCarton,
}

/** The fonts and the mark of every card. */
export async function readBrandAssets(staticDir: string) {
  const font = async (file: string) =>
    Buffer.from(await Bun.file(join(staticDir, 'fonts', file)).bytes()).toString('base64')
  return { display: await font('besley.woff2'), mark: await Bun.file(join(staticDir, 'brand/mark.svg')).text() }
}
export type BrandAssets = Awaited<ReturnType<typeof readBrandAssets>>

/** The card as a page of its size: mark and text at the left, goods on the pallet at the right, the week below. */
export function cardPage({ headline, accent = '', goods, days }: Card, { display, mark }: BrandAssets): string {
  const strip = week.map((one) => `<i style="background:${day[one]}"></i>`).join('')
  return `<!doctype html><meta charset="utf-8"><style>
@font-face{font-family:B;font-weight:400 900;src:url(data:font/woff2;base64,${display})}
*{margin:0;box-sizing:border-box}
body{width:${CARD.width}px;height:${CARD.height}px;overflow:hidden;background:#0d1312;color:#f6f1e5;font:620 ${TEXT_SIZE.largest}px/1.1 B;letter-spacing:-.02em;position:relative}
main{position:absolute;left:72px;top:64px;width:560px;height:500px;display:flex;flex-direction:column;justify-content:space-between}
main svg{width:92px;height:92px;display:block}
h1,b{font:inherit;text-wrap:balance;overflow-wrap:anywhere}
h1>*{display:block}h1 span{color:#4fd6c1}
.goods{position:absolute;right:40px;bottom:12px;width:540px}
.week{position:absolute;inset:auto 0 0;height:12px;display:flex}.week i{flex:1}
</style><main>${mark}<h1><b>${Bun.escapeHTML(headline)}</b> <span>${Bun.escapeHTML(accent)}</span></h1></main><div class="goods">${goodsOnPallet(goods, days)}</div><div class="week">${strip}</div>`
}

function goodsOnPallet(goods: Card['goods'], days: Card['days']): Svg {
  const [left, right, ...low] = days.map((one) => day[one])
  const rows = [low, [left ?? day.fri, right ?? day.wed]]
  const pair = goods.length > 1 ? goods : [...goods, ...goods]
  const behind = (x: number, rim: number, row: number) => {
    const good = pair[x < 450 ? 0 : 1]
    if (row === 0 || !good) return ''
    return stand[good](x - 60, rim + 14, 116) + stand[good](x + 60, rim + 14, 116)
  }
  const floor = 520
  return `<svg viewBox="0 0 900 520" xmlns="http://www.w3.org/2000/svg">${pallet(450, floor)}${stack(450, floor - PALLET_HEIGHT, rows, behind)}</svg>`
}
