import { type ComponentProps, startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Theme, useTheme } from '#client/lib/use-theme.ts'
import { IconButton } from '#client/ui/form/button.tsx'
import { createStyled, media } from '#client/ui/styles.ts'
import { storageUrl } from '#contract/paths.ts'
import { heroMedia } from './hero-media.ts'

const ALT_TEXT =
  'An order from Harbor Street Café is placed, its products are created, packaged and shipped, and the invoice is paid. Sample data.'

/**
 * The video of §2: muted and looping, and playing unless the visitor wants calm or small downloads. It can always be
 * stopped (WCAG 2.2.2). Until the script has taken over there is its poster alone; the browser's own controls, which take
 * a cheap phone as long to get ready as half of the page's styles, are made only for whoever runs no script.
 */
export function HeroVideo() {
  const [theme] = useTheme()
  const { ready, playing, toggle, onAutoplayBlocked } = useAutoplay()
  return (
    <Stage>
      {ready ? (
        <>
          <HeroVideoPlayer key={theme} {...{ theme, playing, onAutoplayBlocked }} />
          <Pause
            icon={playing ? 'pause' : 'play'}
            label={playing ? 'Pause the video' : 'Play the video'}
            onClick={toggle}
          />
        </>
      ) : (
        <noscript>
          <ThemedVideo theme={theme} controls poster={storageUrl(heroMedia[theme].poster)} />
        </noscript>
      )}
    </Stage>
  )
}

type VideoProps = { theme: Theme } & Pick<ComponentProps<'video'>, 'ref' | 'autoPlay' | 'controls' | 'poster'>

const ThemedVideo = ({ theme, ...rest }: VideoProps) => (
  <video aria-label={ALT_TEXT} width={1280} height={848} preload="none" muted loop playsInline {...rest}>
    <source src={storageUrl(heroMedia[theme].webm)} type="video/webm" />
    <source src={storageUrl(heroMedia[theme].mp4)} type="video/mp4" />
  </video>
)

type PlayedProps = { theme: Theme; playing: boolean; onAutoplayBlocked: () => void }

/** The film of one theme: another one is another element, which goes on as this one did. */
const HeroVideoPlayer = ({ theme, playing, onAutoplayBlocked }: PlayedProps) => (
  <ThemedVideo theme={theme} ref={useVideoPlayback(playing, onAutoplayBlocked)} autoPlay={playing} />
)

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

/** Whether the visitor lets things move and download by themselves. */
function mayBegin(): boolean {
  const { connection }: Navigator & { connection?: { saveData?: boolean } } = navigator
  return !matchMedia(REDUCED_MOTION).matches && !connection?.saveData
}

/**
 * Whether films play: by themselves where the visitor allows it, until they decide for themselves. `ready`: the script has taken over
 * from what the server drew. `refuse` is for a browser that does not let them.
 */
export function useAutoplay() {
  const [chosen, choose] = useState<boolean>()
  const [allowed, allow] = useState<boolean>()
  useEffect(() => {
    const reducedMotion = matchMedia(REDUCED_MOTION)
    // A transition is drawn in steps of its own: nobody waits for the film, and what takes the page over is long enough.
    const update = () => startTransition(() => allow(mayBegin()))
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

/** Plays and pauses the film that gets the `ref`. */
export function useVideoPlayback(playing: boolean, onAutoplayBlocked: () => void) {
  const ref = useRef<HTMLVideoElement>(null)
  const onBlocked = useEffectEvent(onAutoplayBlocked)
  useEffect(() => {
    const video = ref.current
    if (!video || playing !== video.paused) return
    if (!playing) return video.pause()
    // In a step of its own: to be ready for a film takes a cheap phone as long as to take the page over.
    const step = setTimeout(() =>
      video.play().catch((error: unknown) => {
        // A browser that saves power refuses; an element that is taken away only stops.
        if (error instanceof DOMException && error.name === 'NotAllowedError') onBlocked()
      }),
    )
    return () => clearTimeout(step)
  }, [playing])
  return ref
}

const s = createStyled('hero-video')
/**
 * The poster is its background, so that each reader fetches the one picture of their theme and width: none before the theme is known, for
 * which a browser does not wait with its first styles. Whoever runs no script has that of the film. The film is a pixel smaller at each
 * side: its first frame is the same picture, and must not count as the largest that the page painted, seconds later.
 * It has no styles of a component of its own: the one that was drawn is no element where scripts run, so that nothing would say whose they are.
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
  & video { width: 100%; height: 100%; }
  ${media.phone} {
    [data-theme='dark'] & { background-image: url('${storageUrl(heroMedia.dark.posterSmall)}'); }
    [data-theme='light'] & { background-image: url('${storageUrl(heroMedia.light.posterSmall)}'); }
  }
`
const Pause = s(IconButton)`
  position: absolute;
  right: 12px;
  top: 12px;
  background: var(--surface-3);
  color: var(--text);
  box-shadow: 0 0 0 1px var(--line-strong);
`
