import { dirname, join } from 'node:path'
import type { BunPlugin } from 'bun'

/**
 * Leaves out of the browser’s code what three libraries carry along, and routes, and no browser ever runs: 8 KB of Brotli on every
 * page. React's DOM runs when it is first used. Throws where a library no longer looks as expected: then an update was made, and
 * this file needs a reader.
 */
export const lean: BunPlugin = {
  name: 'lean',
  setup(build) {
    build.onLoad({ filter: /react-router\/dist\/[a-z]+\/chunk-[A-Z0-9]+\.mjs$/ }, async ({ path }) => ({
      contents: leanRouter(await Bun.file(path).text()),
      loader: 'js',
    }))
    build.onLoad({ filter: /styled-components\.browser\.esm\.js$/ }, async ({ path }) => ({
      contents: leanStyles(await Bun.file(path).text()),
      loader: 'js',
    }))
    // Which file draws a screen is for the server, which looks up its code by it.
    build.onLoad({ filter: /client\/app\/(?:admin-|sign-up-)?routes\.ts$/ }, async ({ path }) => ({
      contents: (await Bun.file(path).text()).replace(/^\s*file: '[^']*',$/gm, ''),
      loader: 'ts',
    }))
    build.onLoad({ filter: /react-dom\/client\.js$/ }, async ({ path }) => ({
      contents: lateReact(await Bun.file(join(dirname(path), 'cjs/react-dom-client.production.js')).text()),
      loader: 'js',
    }))
    build.onLoad({ filter: /react-dom\/cjs\/react-dom\.production\.js$/ }, async ({ path }) => ({
      contents: briefErrors(await Bun.file(path).text()),
      loader: 'js',
    }))
    // Vendor prefixes are off unless somebody asks styled-components for them, but their table is always packed.
    build.onLoad({ filter: /stylis\/src\/Prefixer\.js$/ }, () => ({
      contents: 'export const prefix = (value) => value',
      loader: 'js',
    }))
  },
}

/**
 * The router's components are one file, and its forms, fetchers and error screens are made by calls that a bundler must
 * keep unless they are marked as free of side effects. `Link` holds on to a prefetch that works in framework mode alone.
 */
function leanRouter(code: string): string {
  if (!code.includes('function BrowserRouter(')) return code
  const steps: [RegExp, string][] = [
    [/= (React\d*\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1'],
    [/^\w+\.displayName = "[^"]*";$/gm, ''],
    [/= (class extends React\d*\.Component \{[\s\S]*?^\});$/gm, '= /* @__PURE__ */ (() => $1)();'],
    [/^function PrefetchPageLinks\(\{/m, 'function PrefetchPageLinks() { return null }\nfunction UnusedLinks({'],
  ]
  return steps.reduce((text, [pattern, replacement]) => {
    const leaner = text.replace(pattern, replacement)
    if (leaner === text) throw new Error(`react-router has changed: nothing in it looks like ${pattern}.`)
    return leaner
  }, code)
}

/**
 * React's DOM takes half of the time that the app's file takes to run. As a generator it runs when it is first asked for, in a step
 * of its own, and the page answers in between. A `require` where it is needed would do no such thing: Bun makes an import of it.
 */
function lateReact(code: string): string {
  const body = briefErrors(code)
    .replace(
      /^var Scheduler = require\("scheduler"\),\s*React = require\("react"\),\s*ReactDOM = require\("react-dom"\);$/m,
      '',
    )
    // What is exported and not used is left out.
    .replace(/^exports\./gm, 'var ')
  if (!/^var hydrateRoot = /m.test(body) || /\b(?:require\(|exports\b)/.test(body))
    throw new Error('React’s DOM has changed: it takes or gives something else.')
  return `import * as Scheduler from 'scheduler'
import * as React from 'react'
import * as ReactDOM from 'react-dom'
const it = (function* () { ${body}; return hydrateRoot })()
let made
export const hydrateRoot = (...given) => (made ??= it.next().value)(...given)`
}

/** An error of React is the address that explains it, without a sentence around it. */
function briefErrors(code: string): string {
  const leaner = code.replace(/return \(\s*"Minified React error #"[^;]*;[^;]*;/, 'return url;')
  if (leaner === code) throw new Error('React’s DOM has changed: its errors say something else.')
  return leaner
}

/** It looks for settings in the environment of a process, which no browser has. */
function leanStyles(code: string): string {
  const leaner = code.replaceAll('"undefined"!=typeof process', 'false')
  if (leaner === code) throw new Error('styled-components has changed: nothing in it looks for a process.')
  return leaner
}
