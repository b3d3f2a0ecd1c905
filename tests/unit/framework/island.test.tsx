import { type ComponentType, useId } from 'react'
import { describe, expect, test } from 'vitest'
import { builtAssets } from '#src/framework/assets.ts'
import { renderDocument } from '#src/framework/document.tsx'
import { Island } from '#src/framework/island.tsx'

const assets = builtAssets(
  {
    'src/client.ts': { file: 'assets/client-1.js', imports: ['_react.js'] },
    '_react.js': { file: 'assets/react-2.js' },
    '_dates.js': { file: 'assets/dates-3.js', imports: ['_react.js'] },
    'islands/Field.tsx': { file: 'assets/Field-4.js', imports: ['_react.js', '_dates.js'] },
    'islands/Other.tsx': { file: 'assets/Other-5.js', imports: ['_react.js'] },
    'islands/toast.ts': { file: 'assets/toast-6.js' },
    'site.css': { file: 'assets/site-7.css' },
  },
  '/nowhere',
)

function Field({ label }: { label: string }) {
  const id = useId()
  return (
    <p>
      <label htmlFor={id}>{label}</label>
      <input id={id} />
    </p>
  )
}
const Other = ({ count }: { count: number }) => <b>{count}</b>

const Two = () => (
  <>
    <Island of={Field} props={{ label: 'First' }} />
    <Island of={Field} props={{ label: 'Second' }} />
    <Island of={Other} props={{ count: 2 }} />
  </>
)

const islands = new Map<unknown, string>([
  [Field, 'Field'],
  [Other, 'Other'],
])

const render = (page: ComponentType<object>) =>
  renderDocument(
    page,
    {},
    {
      lang: 'en-GB',
      title: 'A <title>',
      assets,
      islands,
      styles: { source: 'site.css' },
    },
  )

describe('a page', () => {
  test('sends no script and preloads nothing for a page without an island', () => {
    const html = render(() => <p>Still</p>)
    expect(html).toContain('<p>Still</p>')
    expect(scripts(html)).toEqual([])
    expect(preloads(html)).toEqual([])
  })

  test('sends the one browser entry for a page with an island, and preloads exactly what it imports', () => {
    const html = render(() => <Island of={Field} props={{ label: 'Name' }} />)
    expect(scripts(html)).toEqual(['/assets/client-1.js'])
    expect(preloads(html).toSorted()).toEqual([
      '/assets/Field-4.js',
      '/assets/client-1.js',
      '/assets/dates-3.js',
      '/assets/react-2.js',
    ])
  })

  test('puts no inline script into a page, whatever is on it', () => {
    const html = render(() => (
      <Island of={Field} props={{ label: '</script><script>alert(1)</script>' }} />
    ))
    expect(html).not.toMatch(/<script(?![^>]* src=)[^>]*>/)
    expect(html).not.toMatch(/<script[^>]*>[^<]/)
  })
})

describe('islands', () => {
  test('gives each island on a page a prefix of its own, so that ids do not collide', () => {
    const html = render(Two)
    const prefixes = attributes(html, 'data-prefix')
    expect(new Set(prefixes).size).toBe(3)
    const ids = attributes(html, 'id')
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(2)
    for (const [at, id] of ids.entries()) expect(id).toContain(prefixes[at])
    expect(attributes(html, 'for')).toEqual(ids)
  })

  test('passes an island’s props unchanged, and lets none of them end the attribute', () => {
    const label = `"></island-root><img src=x> & 'quotes' \u2028 é`
    const html = render(() => <Island of={Field} props={{ label }} />)
    const [props = ''] = all(html, /\sdata-props='([^']*)'/g)
    expect(JSON.parse(unescaped(props))).toEqual({ label })
    expect(html).not.toContain('<img')
  })
})

const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, it = '']) => it)
const scripts = (html: string) => all(html, /<script[^>]*\ssrc="([^"]*)"/g)
const preloads = (html: string) =>
  all(html, /<link rel="preload" as="script" crossorigin="" href="([^"]*)"/g)
const attributes = (html: string, name: string) =>
  all(html, new RegExp(`\\s${name}="([^"]*)"`, 'g'))
const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
