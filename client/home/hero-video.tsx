import { useRef } from 'react'
import { useTheme } from '#client/hooks/use-theme.ts'
import { IconButton } from '#client/ui/icon-button.tsx'
import { scoped } from '#client/ui/scoped.ts'
import { storageUrl } from '#contract/paths.ts'
import { heroMedia } from './hero-media.ts'
import { usePlaying } from './use-playing.ts'

const SAID =
  'An order from Harbor Street Café is placed, its products are created, packaged and shipped, and the invoice is paid. Sample data.'

const s = scoped('hero-video')
const Stage = s('div')`
  position: relative;
  z-index: 1;
  overflow: hidden;
  aspect-ratio: 1280 / 848;
  border-radius: 18px 18px 0 0;
  background: var(--surface-2);
  box-shadow: 0 0 0 1px var(--line), var(--shadow-3);
  [data-theme='light'] & { background: url('${storageUrl(heroMedia.light.poster)}') center / cover; }
`
/**
 * Native controls are for whoever runs no script; until ours has taken over they stay out of sight, and so does the dark
 * poster, which the server drew, from a reader who chose the light theme.
 */
const Film = s('video')`
  width: 100%;
  height: 100%;
  @media (scripting: enabled) { &::-webkit-media-controls { display: none !important; } }
  [data-theme='light'] &[controls] { opacity: 0; }
`
const Pause = s(IconButton)`
  position: absolute;
  right: 12px;
  top: 12px;
  background: var(--surface-3);
  color: var(--text);
  box-shadow: 0 0 0 1px var(--line-strong);
`

/** The video of §2: muted and looping, and playing unless the visitor wants calm or small downloads. It can always be stopped (WCAG 2.2.2). */
export function HeroVideo() {
  const [theme] = useTheme()
  const film = useRef<HTMLVideoElement>(null)
  const { ready, playing, toggle } = usePlaying(film, theme)
  const { webm, mp4, poster } = heroMedia[theme]
  return (
    <Stage>
      <Film
        key={theme}
        ref={film}
        aria-label={SAID}
        poster={storageUrl(poster)}
        width={1280}
        height={848}
        preload="none"
        autoPlay={playing}
        controls={!ready}
        muted
        loop
        playsInline
      >
        <source src={storageUrl(webm)} type="video/webm" />
        <source src={storageUrl(mp4)} type="video/mp4" />
      </Film>
      {ready && (
        <Pause
          icon={playing ? 'pause' : 'play'}
          label={playing ? 'Pause the video' : 'Play the video'}
          onClick={toggle}
        />
      )}
    </Stage>
  )
}
