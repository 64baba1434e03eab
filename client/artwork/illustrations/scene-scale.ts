import { day, ink, kraft, kraftDeep, paper, steel, steelDeep } from './colors.ts'
import { standJar } from './goods.ts'
import { at, circle, each, line, path, picture, rect, type Svg } from './shapes.ts'

/** A pan on three strings; its foot hangs `drop` below the end of the beam. */
const pan = (x: number, y: number, load: Svg): Svg =>
  at(
    x,
    y,
    line('M0 0L-190 300M0 0L190 300', steelDeep, 5) +
      load +
      path('M-230 300H230a60 60 0 0 1-60 50H-170a60 60 0 0 1-60-50Z', steel),
  )

/** A kettle with sauce in it and a ladle: the batch as it went in. */
const kettle = (): Svg =>
  line('M70 150L128 40', kraftDeep, 14) +
  path('M-130 150H130V270a30 30 0 0 1-30 30H-100a30 30 0 0 1-30-30Z', steelDeep) +
  rect(-146, 136, 292, 30, paper, { radius: 10 }) +
  path('M-116 136q58 -46 116 -10t116 10Z', '#E5655C') +
  line('M-146 190h-22v40h22M146 190h22v40h-22', steelDeep, 12)

const jars = (): Svg =>
  each([-130, 0, 130], (x) => standJar(x, 300, 132, '#E5655C')) +
  each([-66, 66], (x) => standJar(x, 192, 132, '#E5655C'))

const weights = (x: number, y: number): Svg =>
  each(
    [
      [0, 64, 74],
      [84, 48, 54],
      [148, 34, 38],
    ] as const,
    ([dx, width, height]) =>
      rect(x + dx, y - height, width, height, kraft, { radius: 8 }) +
      rect(x + dx + width / 2 - 8, y - height - 14, 16, 18, kraftDeep, { radius: 6 }),
  )

/** What went into the kettle against what came out in jars; the jars weigh a little less. */
export const scale = (): Svg =>
  picture(
    '#14343A',
    rect(0, 770, 1600, 130, '#0F282D'),
    rect(0, 770, 1600, 18, '#1D464E'),
    rect(784, 190, 32, 560, kraft),
    path('M620 790q20 -70 120 -74H860q100 4 120 74Z', kraftDeep),
    at(800, 220, rect(-440, -12, 880, 24, kraft, { radius: 12 }) + circle(0, 0, 34, day.wed) + circle(0, 0, 12, ink), {
      turn: -3.5,
    }),
    pan(378, 246, kettle()),
    pan(1222, 194, jars()),
    weights(1330, 772),
  )
