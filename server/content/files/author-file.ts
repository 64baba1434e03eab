import * as v from 'valibot'
import { AUTHOR_NAME_MAX_CHARACTERS } from '#contract/limits.ts'
import { withoutStorage } from '#server/content/dialects/post-fields.ts'
import { isSafePath } from '#server/storage/files.ts'
import { readYaml } from '#server/text/front-matter/read-yaml.ts'
import { hasEmail, hasEmailInHtml } from '#server/text/scan/has-email.ts'
import { toPlainText } from '#server/text/scan/to-plain-text.ts'
import { aliases } from './term-file.ts'

const LABEL_MAX_CHARACTERS = 60
const URL_MAX_CHARACTERS = 500
const BIOGRAPHY_MAX_CHARACTERS = 2_000
const LINKS_MAX = 10

const text = (max: number) =>
  v.pipe(v.string('must be text'), v.trim(), v.maxLength(max, `must be at most ${max} characters long`))
const line = (max: number) =>
  v.pipe(
    text(max),
    v.nonEmpty('is missing'),
    v.check((one) => !/[\r\n]/.test(one), 'must be one line'),
  )
/** E-mail addresses of authors are never published. */
const EMAIL = 'must not contain an e-mail address'
const withoutEmail = v.check<string, string>((one) => !hasEmail(one), EMAIL)
/** Finds most addresses that only readers see, at their place in the file. The rendered text is checked when it is shown. */
const markdownWithoutEmail = v.check<string, string>(
  (one) => !hasEmailInHtml(one) && !hasEmail(toPlainText('md', one)),
  EMAIL,
)
const NO_URL = 'must be a complete URL that begins with https:// or http://'

/** Scripts, mail and passwords are no links. */
function webUrl(written: string): string | undefined {
  const url = URL.parse(written)
  const isPlain = url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  return isPlain ? url.href : undefined
}

/** The file of an author. Editors show the descriptions. */
export const AuthorFileSchema = v.object({
  name: v.pipe(line(AUTHOR_NAME_MAX_CHARACTERS), withoutEmail, v.title('Name'), v.description('Shown with the posts.')),
  picture: v.pipe(
    v.optional(v.nullable(text(300), ''), ''),
    v.description('A path under storage/public, like the image of a post.'),
    v.transform(withoutStorage),
    v.check((path) => path === '' || isSafePath(path), 'must be a path under storage/public'),
  ),
  biography: v.pipe(
    v.optional(v.nullable(text(BIOGRAPHY_MAX_CHARACTERS), ''), ''),
    markdownWithoutEmail,
    v.title('Biography'),
    v.description('A few sentences, in Markdown.'),
    v.metadata({ lines: true }),
  ),
  links: v.pipe(
    v.optional(
      v.nullable(
        v.pipe(
          v.array(
            v.object(
              {
                label: v.pipe(line(LABEL_MAX_CHARACTERS), withoutEmail, v.title('Words')),
                url: v.pipe(
                  text(URL_MAX_CHARACTERS),
                  v.check((one) => webUrl(one) !== undefined, NO_URL),
                  v.transform((one) => webUrl(one) ?? ''),
                  withoutEmail,
                  v.title('URL'),
                ),
              },
              'must have a label and a url',
            ),
            'must be a list',
          ),
          v.maxLength(LINKS_MAX, `must have at most ${LINKS_MAX} entries`),
        ),
        [],
      ),
      [],
    ),
    v.title('Links'),
    v.description('Pages about the author on the web.'),
  ),
  aliases: aliases('Former ids: posts that name one of them have this author, and its URL redirects.'),
})
export type AuthorFile = v.InferOutput<typeof AuthorFileSchema>

/** `content/authors/*.yml`. Throws `ContentFileError`. */
export const decodeAuthor = (text: string): AuthorFile => readYaml(AuthorFileSchema, text).output
