import { StyledButton, StyledButtonLink } from '#client/ui/base/button.tsx'
import { Card } from '#client/ui/content/card.tsx'
import { Badge, ChipLabel, ChipLink } from '#client/ui/content/chip.tsx'

/** Forced colors remove the shadows and backgrounds that these differ by. An outline moves nothing. */
const edges = [StyledButton, StyledButtonLink, Card, '#main>article~* li', ChipLabel, ChipLink, Badge].join()

/** A switch is drawn by backgrounds only. */
const track = '[role=switch]>span:first-child'

export const forcedColorsCss = (): string =>
  `@media(forced-colors:active){
:is(${edges}):not(:focus-visible){outline:1px solid;outline-offset:-1px}
${track}{outline:2px solid ButtonText;outline-offset:-2px}
[aria-checked=true]>span:first-child{forced-color-adjust:none;background:Highlight!important}
${track}::after{forced-color-adjust:none;background:ButtonText!important}
[aria-checked=true]>span:first-child::after{background:HighlightText!important}
}`.replaceAll('\n', '')
