/** Container queries: the size of the board decides what it shows. */
/** The whole week instead of one day. */
export const wide = '@container board (min-width: 660px)'
/** The drawing of the crates. */
export const medium = '@container board (min-height: 380px)'
/** The lines of the invoice. */
export const tall = '@container board (min-height: 420px)'
/** Higher rows: a tablet that is held upright. */
export const roomy = '@container board (min-height: 560px)'
/** Larger text. */
export const large = '@container board (min-width: 740px) and (min-height: 490px)'
