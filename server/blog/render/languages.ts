import { createRequire } from 'node:module'
import type { LanguageFn } from 'highlight.js'
import highlighter from 'highlight.js/lib/core'

const require = createRequire(import.meta.url)

/** The grammars that are loaded when a text needs them, and what else authors call these languages. */
const GRAMMARS = `
apache · arduino ino · asciidoc adoc · awk · bash sh zsh shell-script · basic · c h · clojure clj cljs edn · cmake · coffeescript coffee · cpp c++ cc hpp cxx ·
crystal cr · csharp cs c# · css postcss · d · dart · delphi pascal · diff patch · django jinja jinja2 liquid tera · dns zone · dockerfile docker containerfile ·
dos bat cmd batch · elixir ex exs heex · elm · erb · erlang erl · fortran f90 · fsharp fs f# · gherkin feature · glsl · go golang · gradle · graphql gql ·
groovy · haml · handlebars hbs mustache · haskell hs · http · ini toml cfg conf · java · javascript js jsx mjs cjs · json jsonc json5 webmanifest · julia jl ·
kotlin kt kts · latex tex · less · lisp elisp · llvm · lua · makefile make mk · markdown md mdx mkd · matlab · nginx · nim · nix · objectivec objc · ocaml ml ·
perl pl · pgsql postgres postgresql psql plpgsql · php · plaintext · powershell ps1 pwsh ps · processing · prolog · properties · protobuf proto · puppet ·
python py gyp py3 · python-repl pycon · qml · r rscript · ruby rb gemspec · rust rs · scala · scheme scm · scss sass · shell console shell-session shellsession ·
smalltalk · sql mysql sqlite · stylus · swift · tcl · twig · typescript ts tsx mts cts · vala · vbnet vb · verilog v systemverilog · vhdl · vim viml ·
wasm wat · x86asm asm nasm · xml html xhtml svg vue svelte astro rss atom plist · xquery · yaml yml`

const grammars: ReadonlyMap<string, string> = new Map(
  GRAMMARS.trim()
    .split('·')
    .flatMap((names) => {
      const [grammar = '', ...others] = names.trim().split(' ')
      return [grammar, ...others].map((name) => [name, grammar] as const)
    }),
)

/** The parts of code that have a color, by the first word of the library's class. */
const PARTS: Readonly<Record<string, string>> = {
  comment: 'comment',
  quote: 'comment',
  keyword: 'keyword',
  literal: 'keyword',
  'selector-tag': 'keyword',
  name: 'keyword',
  string: 'string',
  regexp: 'string',
  char: 'string',
  symbol: 'string',
  link: 'string',
  number: 'number',
  title: 'title',
  section: 'title',
  type: 'title',
  'selector-class': 'title',
  'selector-id': 'title',
  attr: 'name',
  attribute: 'name',
  property: 'name',
  built_in: 'name',
  variable: 'name',
  'template-variable': 'name',
  meta: 'meta',
  bullet: 'meta',
  'selector-pseudo': 'meta',
  'selector-attr': 'meta',
  doctag: 'meta',
  addition: 'addition',
  deletion: 'deletion',
}

/** Returns code as HTML with a class for each part that has a color; without any for a language that is not known. */
export function highlighted(code: string, language: string): string {
  const grammar = grammars.get(language.toLowerCase())
  if (!grammar || grammar === 'plaintext') return Bun.escapeHTML(code)
  if (!highlighter.getLanguage(grammar))
    highlighter.registerLanguage(grammar, require(`highlight.js/lib/languages/${grammar}`) as LanguageFn)
  return highlighter
    .highlight(code, { language: grammar, ignoreIllegals: true })
    .value.replace(/<span class="(?:hljs|language)-([\w-]+)[^"]*">/g, (_, scope: string) => {
      const part = PARTS[scope]
      return part ? `<span class="tok-${part}">` : '<span>'
    })
}
