import { type ComponentProps, startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Theme, useTheme } from '#client/lib/use-theme.ts'
import { PalletDeck } from '#client/mockups/pallet-deck.tsx'
import { Button, IconButton } from '#client/ui/base/button.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { storageUrl } from '#contract/paths.ts'
import { heroMedia } from './hero-media.ts'
import { useBoard } from './use-board.ts'

const ALT_TEXT =
  'An order from Harbor Street Café is placed, its products are created, packaged and shipped, and the invoice is paid. Sample data.'
const VIDEO_CAPTION = 'Sample data: an order on its way through a bakery.'
const BOARD_CAPTION = 'Sample data. What you enter is not sent anywhere.'
const FAILED = 'The board did not load. Reload the page to try it.'

/**
 * The video: muted, looping, and playing unless the visitor prefers reduced motion or data. It can always be paused (WCAG 2.2.2).
 * Before hydration only its poster is shown. Native controls are expensive on slow phones, so they are rendered only
 * without JavaScript. "Try it" puts a board that works in its place.
 */
export default function HeroVideo() {
  const [theme] = useTheme()
  const { ready, playing, toggle, onAutoplayBlocked } = useAutoplay()
  const { Board, isLoading, hasFailed, open, close, opener } = useBoard()
  return (
    <>
      <Stage>
        {Board ? (
          <Board onClose={close} />
        ) : ready ? (
          <HeroVideoPlayer key={theme} {...{ theme, playing, onAutoplayBlocked }} />
        ) : (
          <noscript>
            <ThemedVideo theme={theme} controls poster={storageUrl(heroMedia[theme].poster)} />
          </noscript>
        )}
      </Stage>
      <PalletDeck />
      <Row $isBoardOpen={Board !== undefined}>
        <p role={hasFailed ? 'alert' : undefined}>{hasFailed ? FAILED : Board ? BOARD_CAPTION : VIDEO_CAPTION}</p>
        {ready && (
          <>
            <Pause
              icon={playing ? 'pause' : 'play'}
              label={playing ? 'Pause the video' : 'Play the video'}
              onClick={toggle}
            />
            <Button ref={opener} small variant="outline" busy={isLoading ? 'Loading' : undefined} onClick={open}>
              Try it
            </Button>
          </>
        )}
      </Row>
    </>
  )
}

type VideoProps = { theme: Theme } & Pick<ComponentProps<'video'>, 'ref' | 'autoPlay' | 'controls' | 'poster'>

const PHONE = media.phone.replace('@media ', '')
const SHARP = '(min-resolution: 1.5dppx)'

/** Phones have their own cut, and sharp screens a larger file. */
function ThemedVideo({ theme, ...rest }: VideoProps) {
  const { webm, webmSharp, mp4, webmPhone, mp4Phone } = heroMedia[theme]
  return (
    <video aria-label={ALT_TEXT} width={1280} height={848} preload="none" muted loop playsInline {...rest}>
      <source media={PHONE} src={storageUrl(webmPhone)} type="video/webm" />
      <source media={PHONE} src={storageUrl(mp4Phone)} type="video/mp4" />
      <source media={SHARP} src={storageUrl(webmSharp)} type="video/webm" />
      <source src={storageUrl(webm)} type="video/webm" />
      <source src={storageUrl(mp4)} type="video/mp4" />
    </video>
  )
}

type PlayedProps = { theme: Theme; playing: boolean; onAutoplayBlocked: () => void }

/** Another theme is another element, which keeps playing or paused. */
const HeroVideoPlayer = ({ theme, playing, onAutoplayBlocked }: PlayedProps) => (
  <ThemedVideo theme={theme} ref={useVideoPlayback(playing, onAutoplayBlocked)} autoPlay={playing} />
)

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

/** Whether the visitor allows motion and downloads. */
function isAutoplayAllowed(): boolean {
  const { connection }: Navigator & { connection?: { saveData?: boolean } } = navigator
  return !matchMedia(REDUCED_MOTION).matches && !connection?.saveData
}

/** Plays by default if the visitor allows it, until they use the button. `ready`: the page is hydrated. */
export function useAutoplay() {
  const [chosen, choose] = useState<boolean>()
  const [allowed, allow] = useState<boolean>()
  useEffect(() => {
    const reducedMotion = matchMedia(REDUCED_MOTION)
    // A transition, because the video is less urgent than hydration.
    const update = () => startTransition(() => allow(isAutoplayAllowed()))
    update()
    reducedMotion.addEventListener('change', update)
    return () => reducedMotion.removeEventListener('change', update)
  }, [])
  const playing = chosen ?? allowed ?? false
  return {
    ready: allowed !== undefined,
    playing,
    toggle: () => choose(!playing),
    onAutoplayBlocked: () => choose(false),
  }
}

export function useVideoPlayback(playing: boolean, onAutoplayBlocked: () => void) {
  const ref = useRef<HTMLVideoElement>(null)
  const onBlocked = useEffectEvent(onAutoplayBlocked)
  useEffect(() => {
    const video = ref.current
    if (!video || playing !== video.paused) return
    if (!playing) return video.pause()
    // In a separate task: preparing a video takes a slow phone as long as hydration.
    const step = setTimeout(() =>
      video.play().catch((error: unknown) => {
        // Browsers reject playback to save power; removing the element only aborts it.
        if (error instanceof DOMException && error.name === 'NotAllowedError') onBlocked()
      }),
    )
    return () => clearTimeout(step)
  }, [playing])
  return ref
}

const s = createStyled('hero-video')
/**
 * The poster is a background image, so that each reader loads only the one of their theme and width, once the theme is
 * known. Without JavaScript the video has its own poster. The video is 1 px smaller at each side: its first frame is
 * the same picture, and must not count as a later largest paint. The `video` is not a styled component,
 * because the server's markup is inside `noscript`, where the browser would not find its class.
 */
const Stage = s('div')`
  position: relative;
  z-index: 1;
  overflow: hidden;
  padding: 1px;
  aspect-ratio: 1280 / 848;
  border-radius: 18px 18px 0 0;
  background: var(--surface-2) center / cover;
  box-shadow: 0 0 0 1px var(--line), var(--shadow-3);
  [data-theme='dark'] & { background-image: url('${storageUrl(heroMedia.dark.poster)}'); }
  [data-theme='light'] & { background-image: url('${storageUrl(heroMedia.light.poster)}'); }
  & video { width: 100%; height: 100%; object-fit: cover; }
  ${media.phone} {
    aspect-ratio: 4 / 5;
    [data-theme='dark'] & { background-image: url('${storageUrl(heroMedia.dark.posterSmall)}'); }
    [data-theme='light'] & { background-image: url('${storageUrl(heroMedia.light.posterSmall)}'); }
  }
`
/** In the row of the caption, where it covers nothing of the picture. */
const Pause = s(IconButton)`
  background: var(--surface-3);
  color: var(--text);
  box-shadow: 0 0 0 1px var(--line-strong);
`
/** Its height and its buttons' widths never change: nothing moves while the board loads, opens or fails. */
const Row = s('div')<{ $isBoardOpen: boolean }>`
  display: grid;
  grid-template-columns: 1fr 44px auto;
  gap: 8px 12px;
  align-items: center;
  min-height: 44px;
  margin-top: 14px;
  & > p { color: var(--text-2); font-size: var(--t-small); line-height: 1.4; }
  & > button { ${({ $isBoardOpen }) => $isBoardOpen && 'visibility: hidden;'} }
  & > :last-child:not(p) { min-width: 132px; }
  ${media.phone} {
    grid-template: minmax(calc(2.8 * var(--t-small)), auto) 44px / 44px 1fr;
    & > p { grid-column: 1 / -1; align-self: start; }
  }
`
