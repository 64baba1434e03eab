import { dark } from '#client/app/theme/tokens.ts'
import { scenes } from '#client/ui/brand/scenes.ts'
import type { Svg } from './shapes.ts'

/** The size of a scene, which stands on its lower edge. */
export const SCENE = { width: 560, height: 330 }

const colors: Readonly<Record<string, string>> = dark

/** The scenes of the trades' pages in the colors of the dark theme, by the tag of the trade. */
const drawings = new Map<string, Svg>(
  scenes.map(([trade, shapes]) => [
    trade,
    shapes.replace(/<desc.*?<\/desc>/, '').replace(/var\(--([\w-]+)\)/g, (_, name) => colors[name] ?? name),
  ]),
)

/** `undefined`: it is the tag of no trade. */
export const tradeScene = (tag: string): Svg | undefined => drawings.get(tag)
