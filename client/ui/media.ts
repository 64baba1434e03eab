/** Breakpoints of the design (DESIGN §4) and of §9, as media queries. Everything else that varies is a CSS custom property. */
export const media = {
  phone: '@media (max-width: 600px)',
  narrow: '@media (max-width: 760px)',
  /** §9: pricing compact layout at 960 px or narrower. */
  compact: '@media (max-width: 960px)',
  /** The dashboard's side panels move below the list. */
  singleColumn: '@media (max-width: 1000px)',
  hero: '@media (max-width: 1100px)',
  /** The four toolbar labels and the logo need more than this: the hamburger takes over. */
  hamburger: '@media (max-width: 1263.9px)',
  reducedMotion: '@media (prefers-reduced-motion: reduce)',
} as const
