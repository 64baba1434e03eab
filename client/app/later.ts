/** A mark on what may be laid out: on each part of a page, and on the document once all of it is. */
export const LAID_OUT = 'data-laid-out'
/** Its name in `dataset`. */
export const LAID_OUT_KEY = 'laidOut'

/** What stands further down: whole parts of a page, and its foot; the drawings in them, each with letters of its own sizes; cards after the first. */
export const LATER_PARTS = 'main *~section,main~footer,main *~section div[role=img],main article~article'

/** The paragraphs of a post. */
export const LATER_TEXT = 'main article h2~*'
