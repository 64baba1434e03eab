import { join } from 'node:path'
import { day, week } from '#client/artwork/illustrations/colors.ts'
import { LOADED_PALLET, loadedPallet } from '#client/artwork/illustrations/loaded-pallet.ts'
import type { Svg } from '#client/artwork/illustrations/shapes.ts'
import { SCENE, tradeScene } from '#client/artwork/illustrations/trade-scene.ts'
import type { Card } from './cards.ts'

/** The size in which platforms show a shared link's image. */
export const CARD = { width: 1200, height: 630 }
/** The font size of a card, in pixels. A longer text has a smaller one, in these steps. */
export const TEXT_SIZE = { largest: 64, smallest: 38, step: 4 }

/** The font, the mark and the name of every card. */
export async function readBrandAssets(staticDir: string, name: string) {
  const font = async (file: string) =>
    Buffer.from(await Bun.file(join(staticDir, 'fonts', file)).bytes()).toString('base64')
  const mark = await Bun.file(join(staticDir, 'brand/mark.svg')).text()
  return { display: await font('besley.woff2'), mark, name }
}
export type BrandAssets = Awaited<ReturnType<typeof readBrandAssets>>

/** The card as a page of its size: mark, name and text at the left, a picture at the right, the week below. */
export function cardPage(card: Card, { display, mark, name }: BrandAssets): string {
  const { headline, accent = '' } = card
  const strip = week.map((one) => `<i style="background:${day[one]}"></i>`).join('')
  return `<!doctype html><meta charset="utf-8"><style>
@font-face{font-family:B;font-weight:400 900;src:url(data:font/woff2;base64,${display})}
*{margin:0;box-sizing:border-box}
body{width:${CARD.width}px;height:${CARD.height}px;overflow:hidden;background:#0d1312;color:#f6f1e5;font:620 ${TEXT_SIZE.largest}px/1.12 B;letter-spacing:-.02em;position:relative}
main{position:absolute;left:72px;top:64px;width:560px;height:500px;display:flex;flex-direction:column;justify-content:space-between}
header{display:flex;align-items:center;gap:18px;font-size:44px}
header svg{width:92px;height:92px;display:block}
h1,b{font:inherit;text-wrap:balance;overflow-wrap:anywhere}
h1>*{display:block}h1 span{color:#4fd6c1}
.picture{position:absolute;right:40px;bottom:12px;width:540px}
.week{position:absolute;inset:auto 0 0;height:12px;display:flex}.week i{flex:1}
</style><main><header>${mark}${Bun.escapeHTML(name)}</header><h1><b>${Bun.escapeHTML(headline)}</b> <span>${Bun.escapeHTML(accent)}</span></h1></main><div class="picture">${pictureOf(card)}</div><div class="week">${strip}</div>`
}

function pictureOf({ trade, goods, days }: Card): Svg {
  const scene = trade === undefined ? undefined : tradeScene(trade)
  const { width, height } = scene === undefined ? LOADED_PALLET : SCENE
  const drawing = scene ?? loadedPallet(goods, days)
  return `<svg viewBox="0 0 ${width} ${height}" xmlns="http://www.w3.org/2000/svg">${drawing}</svg>`
}
