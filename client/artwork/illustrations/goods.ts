import { day, kraft, paper } from './colors.ts'
import { at, each, line, path, rect, type Svg } from './shapes.ts'

/** Goods fit into a box of 80 units, centered at 40; `base` is the height of their bottom edge. */
type GoodShape = { base: number; svg: Svg }

const loaf = (): GoodShape => ({
  base: 65,
  svg:
    path('M6 58C4 38 20 24 40 24s36 14 34 34c-.4 4-3 7-8 7H14c-5 0-7.600-3-8-7Z', '#D8A463') +
    path('M6 58c.5 4 3 7 8 7h52c5 0 7.600-3 8-7-8 3-20 4-34 4S14 61 6 58Z', '#B47C3E') +
    line('M22 34c5 4 8 10 8 17M38 29c5 5 8 12 8 20M54 31c4 5 6 11 6 17', '#F6E3BE', 4),
})

const bottle = (cap: string): GoodShape => ({
  base: 75,
  svg:
    rect(31, 4, 18, 9, cap, { radius: 2.5 }) +
    path('M33 13h14v8c0 8 11 13 11 25v22a7 7 0 0 1-7 7H29a7 7 0 0 1-7-7V46c0-12 11-17 11-25Z', '#FBF7EC') +
    rect(22, 46, 36, 17, cap) +
    line('M30 54.500h20', '#FBF7EC', 3.5),
})

const jar = (sauce: string): GoodShape => ({
  base: 75,
  svg:
    rect(18, 9, 44, 12, kraft, { radius: 3 }) +
    line('M18 17h44', '#B18A58', 2) +
    rect(14, 21, 52, 54, sauce, { radius: 10 }) +
    rect(14, 37, 52, 23, '#FBF3E0') +
    line('M24 45h32M24 52h20', sauce, 3.5),
})

const container = (color: string): GoodShape => ({
  base: 74,
  svg:
    rect(2, 18, 76, 56, color, { radius: 3 }) +
    each([13, 23, 33, 43], (x) => line(`M${x} 26v40`, '#15130E', 4, { opacity: 0.25 })) +
    line('M53 18v56M65.500 18v56', '#15130E', 2, { opacity: 0.3 }) +
    line('M57 40v14M61.500 40v14M70 40v14', paper, 2.5),
})

const carton = (tape: string): GoodShape => ({
  base: 75,
  svg:
    rect(8, 20, 64, 55, '#D8B07A', { radius: 3 }) +
    line('M9 36h62', '#B78C54', 2) +
    rect(33, 20, 14, 24, tape) +
    line('M52 64l5-6 5 6M57 58v11', '#8A6438', 2.5),
})

const stand = ({ base, svg }: GoodShape, x: number, floor: number, size: number) =>
  at(x - (40 * size) / 80, floor - (base * size) / 80, svg, { scale: size / 80 })

/** Each takes the middle of its bottom edge and the size of its 80-unit box. */
export const standLoaf = (x: number, floor: number, size: number) => stand(loaf(), x, floor, size)
export const standBottle = (x: number, floor: number, size: number, cap: string = day.sun) =>
  stand(bottle(cap), x, floor, size)
export const standJar = (x: number, floor: number, size: number, sauce = '#E5655C') => stand(jar(sauce), x, floor, size)
export const standContainer = (x: number, floor: number, size: number, color = '#4E7DDA') =>
  stand(container(color), x, floor, size)
export const standCarton = (x: number, floor: number, size: number, tape = '#F3E2C2') =>
  stand(carton(tape), x, floor, size)
