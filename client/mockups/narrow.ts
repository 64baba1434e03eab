/** Under this width of its own a screen drops columns instead of shrinking to nothing (DESIGN §4). */
export const narrow = '@container (max-width: 560px)'
