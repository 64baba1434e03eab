import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'
import { createStyled } from '#client/ui/base/styles.ts'
import { readFocus, writeFocus } from './focal-point.ts'

type Props = { src: string; focus: string; onChange: (focus: string) => void }

/**
 * The point of an image that stays visible when it is cropped: by pointer on the image, or by keyboard with two sliders. A wide
 * and a square crop show the effect.
 */
export function FocalPointField({ src, focus, onChange }: Props) {
  const { x, y } = readFocus(focus)
  const moveTo = ({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    if (width === 0 || height === 0) return
    onChange(writeFocus({ x: ((clientX - left) / width) * 100, y: ((clientY - top) / height) * 100 }))
  }
  /** A finger that moves scrolls the page; a tap is a click. */
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType === 'touch' || event.buttons === 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    moveTo(event)
  }
  return (
    <fieldset>
      <Legend>Focal point</Legend>
      <Hint>This point stays visible where the image is cropped. Click on the image, or use the sliders.</Hint>
      <Picture onPointerDown={drag} onPointerMove={drag} onClick={moveTo}>
        <img src={src} alt="" draggable={false} />
        <svg aria-hidden="true">
          <circle cx={`${x}%`} cy={`${y}%`} r="13" />
          <circle cx={`${x}%`} cy={`${y}%`} r="3" />
        </svg>
      </Picture>
      <Sliders>
        <Slider from="left" percent={x} onChange={(left) => onChange(writeFocus({ x: left, y }))} />
        <Slider from="top" percent={y} onChange={(top) => onChange(writeFocus({ x, y: top }))} />
      </Sliders>
      <Crops>
        <Crop src={src} position={`${x}% ${y}%`} wide />
        <Crop src={src} position={`${x}% ${y}%`} />
      </Crops>
    </fieldset>
  )
}

type Slider = { from: 'left' | 'top'; percent: number; onChange: (percent: number) => void }

const Slider = ({ from, percent, onChange }: Slider) => (
  <label>
    From the <span>{from}</span>: <span>{percent}</span> %
    <input
      type="range"
      min={0}
      max={100}
      value={percent}
      aria-valuetext={`${percent} percent from the ${from}`}
      onChange={({ target }) => onChange(Number(target.value))}
    />
  </label>
)

function Crop({ src, position, wide = false }: { src: string; position: string; wide?: boolean }) {
  const image = useRef<HTMLImageElement>(null)
  // The policy forbids style attributes, not properties.
  useEffect(() => {
    if (image.current) image.current.style.objectPosition = position
  }, [position])
  return <Cropped ref={image} src={src} alt="" $wide={wide} />
}

const s = createStyled('focal-point')
const Legend = s('legend')`
  padding: 0;
  font-size: var(--t-small);
  font-weight: 600;
`
const Hint = s('p')`
  margin-block: 4px 10px;
  color: var(--text-2);
  font-size: 0.875rem;
`
const Picture = s('div')`
  position: relative;
  width: fit-content;
  max-width: 100%;
  border-radius: var(--r-md);
  overflow: hidden;
  cursor: crosshair;
  & > img { max-height: 320px; }
  & > svg { position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none; }
  & circle { fill: none; stroke: var(--text); stroke-width: 2.5; paint-order: stroke; filter: drop-shadow(0 0 2px var(--bg)) drop-shadow(0 0 2px var(--bg)); }
  & circle:last-child { fill: var(--text); }
`
const Sliders = s('div')`
  display: grid;
  gap: 6px;
  margin-top: 10px;
  font-size: var(--t-small);
  font-variant-numeric: tabular-nums;
  & > label { display: grid; }
  & input { width: 100%; min-height: 44px; accent-color: var(--primary); }
`
const Crops = s('div')`
  display: flex;
  gap: 10px;
`
const Cropped = s('img')<{ $wide: boolean }>`
  flex: ${({ $wide }) => ($wide ? '3 1 0' : '1 1 0')};
  min-width: 0;
  aspect-ratio: ${({ $wide }) => ($wide ? '3' : '1')};
  border-radius: var(--r-sm);
  object-fit: cover;
`
