import { createRequire } from 'node:module'
import type { Page } from 'playwright'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

type Violation = { id: string; impact: string; nodes: { html: string }[] }

/** Runs every rule of axe and returns serious and critical violations. The script is injected, so the page's CSP must be bypassed. */
export const seriousFaults = async (page: Page): Promise<string[]> =>
  (await violationsIn(page)).filter(({ impact }) => impact === 'serious' || impact === 'critical').map(asText)

/** The same with violations of any impact. */
export const accessibilityFaults = async (page: Page): Promise<string[]> => (await violationsIn(page)).map(asText)

const asText = ({ id, nodes }: Violation) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`

async function violationsIn(page: Page): Promise<Violation[]> {
  // Content that was never laid out reports positions in its placeholder, next to other elements than readers see.
  await page.locator('html[data-hydrated], html:not(:has(#script-urls))').waitFor({ state: 'attached' })
  await page.addScriptTag({ path: axe }).catch(() => undefined)
  return page.evaluate(async () => {
    // A running color transition has a contrast that no reader sees; elements that inherit the color start theirs when it ends.
    const aFrame = () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const ends = ({ playState, effect }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    const passing = () => document.getAnimations().filter(ends)
    await aFrame()
    for (let moves = passing(); moves.length > 0; moves = passing()) {
      await Promise.allSettled(moves.map(({ finished }) => finished))
      await aFrame()
    }
    type Axe = {
      configure(changes: object): void
      run(options: object): Promise<{ violations: Violation[] }>
    }
    const { axe } = window as typeof window & { axe: Axe }
    // The cursor scrolls the boxes inside editors.
    const selector = '*:not(select, textarea, [contenteditable] *)'
    axe.configure({ rules: [{ id: 'scrollable-region-focusable', selector }] })
    const { violations } = await axe.run({ resultTypes: ['violations'] })
    return violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ html }) => ({ html })) }))
  })
}
