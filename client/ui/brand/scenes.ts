import { goods } from './goods.ts'
import type { Good } from './pallet-scene.tsx'

/**
 * The five trades at work, 560 × 330 units, each with goods, vehicles and machines at one scale. They are part of the sprite, so
 * they are no JavaScript. As with the goods, colors that are not tokens belong to the pictures.
 */
const box = (x: number, y: number, width: number, height: number, fill: string, radius = 0, more = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"${more}/>`
const shape = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}"${more}/>`
const stroke = (d: string, color: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${more}/>`
const disc = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`
const day = (name: string) => `var(--${name})`
const join = <T>(items: readonly T[], draw: (item: T, index: number) => string) => items.map(draw).join('')
const places = (from: number, count: number, step: number) => Array.from({ length: count }, (_, n) => from + n * step)

/** Materials look the same by day and by night, so these are not colors of a theme. */
const steel = '#9aa7b1'
const steelDark = '#6b7883'
const ink = '#15130e'
const paper = '#f7f1e3'
const night = '#1b2a45'
const tire = '#46525c'
const glass = '#2d4560'
const dim = ' opacity=".22"'

/** The height at which a good ends in its box of 80 units. */
const feet: Record<Good, number> = { loaf: 65, bottle: 75, jar: 75, container: 74, carton: 75 }
/** A good, by the middle of its foot. */
const good = (name: Good, x: number, floor: number, size: number) =>
  `<svg x="${x - size / 2}" y="${floor - (feet[name] * size) / 80}" width="${size}" height="${size}" viewBox="0 0 80 80">${goods[name]}</svg>`
const row = (name: Good, xs: readonly number[], floor: number, size: number) =>
  join(xs, (x) => good(name, x, floor, size))

const crate = (x: number, floor: number, color: string, width = 80, height = 40) =>
  box(x, floor - height, width, height, day(color), 3) +
  box(x, floor - height * 0.64, width, 2, ink, 0, dim) +
  box(x, floor - height * 0.32, width, 2, ink, 0, dim) +
  box(x + width * 0.34, floor - height * 0.88, width * 0.32, height * 0.15, ink, 2, ' opacity=".38"')
/** A pallet, 14 units high. */
const pallet = (x: number, floor: number, width: number) =>
  box(x, floor - 14, width, 4, 'var(--kraft)', 1) +
  join([0.03, 0.44, 0.85], (at) => box(x + width * at, floor - 10, width * 0.12, 6, 'var(--kraft-deep)')) +
  box(x, floor - 4, width, 4, 'var(--kraft)', 1)
const ground = box(0, 316, 560, 4, 'var(--line-strong)', 2)
const wheel = (x: number, y: number, radius: number) => disc(x, y, radius, tire) + disc(x, y, radius * 0.45, steel)

/** A deck oven with bread in it, a rack to cool on, and crates for the route. */
function bakery() {
  const deck = (y: number) =>
    box(26, y, 138, 62, '#3a2417', 6) +
    box(32, y + 8, 126, 40, '#f2965a', 4) +
    box(32, y + 8, 126, 16, '#f0c24f', 4) +
    row('loaf', [60, 96, 132], y + 48, 38) +
    box(40, y + 52, 110, 5, steel, 2)
  const shelves = places(108, 5, 44)
  return (
    box(76, 40, 30, 40, steelDark, 3) +
    box(14, 76, 162, 240, steelDark, 8) +
    deck(92) +
    deck(168) +
    box(26, 246, 138, 56, ink, 4, dim) +
    join([50, 72], (x) => disc(x, 84, 4, day('thu'))) +
    box(206, 60, 6, 244, steel, 3) +
    box(350, 60, 6, 244, steel, 3) +
    join(shelves, (y) => row('loaf', [234, 281, 328], y, 42) + box(206, y, 150, 5, steel, 2)) +
    join([214, 348], (x) => disc(x, 310, 6, tire)) +
    row('loaf', [417, 455, 499, 537], 266, 42) +
    crate(396, 302, 'fri') +
    crate(478, 302, 'thu') +
    pallet(392, 316, 168) +
    ground
  )
}

/** A milk van at night, and three doors with their bottles. */
function milk() {
  const house = (x: number, width: number, roof: number, wall: string, door: string) =>
    box(x, roof, width, 288 - roof, wall) +
    shape(`M${x - 8} ${roof}L${x + width / 2} ${roof - 38}L${x + width + 8} ${roof}Z`, '#15213a') +
    box(x + 14, roof + 22, 22, 30, day('wed'), 2) +
    box(x + width - 36, roof + 22, 22, 30, day('wed'), 2, ' opacity=".35"') +
    box(x + width / 2 - 19, 206, 38, 82, day(door), 3) +
    box(x + width / 2 - 12, 216, 24, 22, night, 2) +
    disc(x + width / 2 + 12, 252, 2.5, ink) +
    box(x + width / 2 - 28, 284, 56, 6, 'var(--kraft)', 1) +
    row('bottle', [x + width / 2 + 28, x + width / 2 + 38], 290, 22)
  const van =
    shape('M18 226a12 12 0 0 1 12-12h124v82H18Z', paper) +
    shape('M154 214h34a14 14 0 0 1 12 8l18 36a14 14 0 0 1 2 7v31h-66Z', paper) +
    shape('M164 224h22a6 6 0 0 1 5 3l15 31h-42Z', glass) +
    box(18, 268, 202, 10, day('sun')) +
    disc(88, 244, 19, '#24406b') +
    good('bottle', 88, 259, 32) +
    shape('M220 276l70 14v12h-70Z', '#f0c24f', ' opacity=".3"') +
    box(212, 276, 9, 8, day('wed'), 2) +
    wheel(58, 298, 18) +
    wheel(182, 298, 18)
  return (
    box(0, 0, 560, 320, night, 18) +
    disc(70, 64, 26, '#f6e3be') +
    disc(58, 56, 24, night) +
    join(['M150 40h.1', 'M230 86h.1', 'M118 118h.1', 'M330 30h.1', 'M36 132h.1'], (d) => stroke(d, paper, 3)) +
    house(224, 96, 150, '#2a3f63', 'mon') +
    house(336, 104, 176, '#314970', 'thu') +
    house(456, 96, 164, '#2a3f63', 'sat') +
    box(0, 290, 560, 12, '#3a5179') +
    shape('M0 302h560v0a18 18 0 0 1-18 18H18a18 18 0 0 1-18-18Z', '#15233a') +
    van
  )
}

/** From the kettle through the filler into jars, and into cases on a pallet. */
function sauce() {
  const jars = places(232, 5, 34)
  return (
    stroke('M70 66q-10-12 0-24t0-24M110 66q-10-12 0-24t0-24', 'var(--text-3)', 5, ' opacity=".5"') +
    box(20, 92, 140, 16, steel, 6) +
    shape('M40 92q24-26 50-8t50 8Z', '#e5655c') +
    shape('M26 108h128v90a64 52 0 0 1-128 0Z', steelDark) +
    box(40, 122, 12, 70, paper, 6, ' opacity=".25"') +
    stroke('M54 244l-14 70M126 244l14 70', steelDark, 9) +
    disc(90, 176, 15, paper) +
    stroke('M90 176l7-8', ink, 3) +
    stroke('M152 214h52V92h62v26', steel, 12) +
    box(250, 110, 32, 34, steelDark, 4) +
    shape('M258 144h16l-5 12h-6Z', steel) +
    box(264, 154, 4, 26, '#e5655c') +
    join(jars, (x, index) => (index === 1 ? '' : good('jar', x, 214, 30))) +
    good('jar', 266, 214, 30) +
    box(196, 214, 208, 14, tire, 7) +
    join(places(206, 7, 31), (x) => disc(x, 221, 4, steel)) +
    join([214, 378], (x) => box(x, 228, 8, 88, steelDark, 2)) +
    row('carton', [444, 492], 258, 52) +
    row('carton', [444, 492], 303, 52) +
    row('jar', [430, 458], 213, 30) +
    pallet(412, 316, 112) +
    ground
  )
}

/** A container at the dock, half unloaded, and its pallets in front of the warehouse. */
function importers() {
  const stacked = (x: number, floor: number, rows: number) =>
    join(places(floor - 14, rows, -19), (y) => row('carton', [x + 13, x + 33, x + 53], y, 22)) + pallet(x, floor, 66)
  const forklift =
    box(330, 262, 58, 36, day('wed'), 6) +
    stroke('M340 262v-44h34l12 44', steelDark, 5) +
    box(316, 206, 6, 96, steelDark, 2) +
    box(272, 290, 48, 5, steelDark, 2) +
    wheel(344, 302, 13) +
    wheel(380, 302, 13)
  return (
    box(0, 40, 16, 276, steelDark, 2) +
    box(0, 40, 250, 14, 'var(--kraft)', 3) +
    stroke('M120 54v34M60 110l60-22 60 22', steel, 4) +
    box(24, 110, 196, 104, '#4e7dda', 3) +
    join(places(38, 7, 18), (x) => stroke(`M${x} 122v80`, '#2f58b0', 4)) +
    box(166, 118, 46, 88, ink, 2, ' opacity=".55"') +
    join([204, 188, 172], (y) => row('carton', [179, 198], y, 18)) +
    box(24, 214, 196, 102, '#56637d', 3) +
    box(24, 214, 196, 8, '#7d8aa5') +
    join([60, 110, 160], (x) => box(x, 236, 24, 60, ink, 3, dim)) +
    stacked(256, 290, 3) +
    forklift +
    box(410, 130, 150, 186, '#39455c', 4) +
    box(428, 176, 114, 140, night, 2) +
    join([186, 198, 210], (y) => box(428, y - 10, 114, 3, steelDark)) +
    stacked(426, 316, 4) +
    stacked(493, 316, 2) +
    ground
  )
}

/** A van with its doors open, a hand truck, and the shop that waits. */
function distributors() {
  const van =
    shape('M96 156a14 14 0 0 1 14-14h186v152H96Z', day('mon')) +
    shape('M296 142h36a20 20 0 0 1 17 10l28 52a20 20 0 0 1 3 10v80h-84Z', day('mon')) +
    shape('M308 158h22a10 10 0 0 1 9 5l24 45h-55Z', glass) +
    box(96, 238, 284, 12, paper) +
    box(88, 150, 12, 144, '#d8cdb4', 3) +
    box(110, 156, 96, 74, ink, 3, ' opacity=".7"') +
    join([230, 208, 186], (y) => row('carton', [126, 150, 174], y, 25)) +
    stroke('M222 160v62M298 150v80', ink, 3, ' opacity=".3"') +
    box(96, 284, 284, 10, ink, 3, ' opacity=".35"') +
    box(370, 262, 12, 12, day('wed'), 3) +
    wheel(150, 294, 25) +
    wheel(330, 294, 25)
  const handTruck =
    stroke('M22 206l18 102h34', steelDark, 5) +
    join([306, 283, 260], (y, index) => good('carton', 56 - index * 4, y, 26)) +
    wheel(36, 308, 9)
  const shop =
    box(412, 120, 148, 196, '#39455c', 4) +
    box(426, 196, 62, 84, day('wed'), 3, ' opacity=".85"') +
    row('carton', [444, 470], 280, 24) +
    row('jar', [440, 457, 474], 256, 14) +
    box(426, 254, 62, 3, 'var(--kraft-deep)') +
    box(500, 190, 46, 126, glass, 3) +
    disc(507, 256, 3, paper) +
    join(places(406, 5, 32), (x, index) => shape(`M${x} 146h32v22a16 16 0 0 1-32 0Z`, index % 2 ? paper : day('fri')))
  return van + handTruck + shop + ground
}

const descriptions: Record<string, string> = {
  bakery: 'Bread in a deck oven and on a cooling rack, and crates on a pallet',
  milk: 'A milk van at night, and three doors with bottles in front of them',
  sauce: 'A sauce kettle, a line that fills jars, and cases on a pallet',
  importers: 'A half unloaded container at a dock, a forklift, and pallets of cartons',
  distributors: 'A delivery van with cartons, a hand truck, and a shop',
}

/** The shapes of each trade's scene. The element `scene-TRADE-text` is its text alternative. */
export const scenes = Object.entries({ bakery, milk, sauce, importers, distributors }).map(
  ([trade, shapes]) => [trade, `<desc id="scene-${trade}-text">${descriptions[trade]}</desc>${shapes()}`] as const,
)
