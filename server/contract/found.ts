/** What of a found post has the words: its title, and a stretch of its summary or text. Escaped text as HTML, with the words in `<mark>`. */
export type FoundIn = { title: string; text: string }
