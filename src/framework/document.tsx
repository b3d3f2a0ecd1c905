import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { Assets } from './assets.ts'
import { type PageRecord, PageRecordContext, type PlacedIsland } from './island.tsx'

/** What all draws of one page share. The heads that it was drawn with are kept with this very object. */
export type DocumentOptions = {
  lang: string
  assets: Assets
  /** Names of the island files by their component, from the eager glob that the app hands over. */
  islands: Map<unknown, string>
  /** CSS placed in the page (allowed by its hash), or the source of a stylesheet. */
  styles: { inline: string } | { source: string }
  /** Islands of the page that most visitors go to next: fetched ahead, at the browser's leisure. */
  ahead?: string[]
  /** More tags for the head, the same on every page. */
  head?: ComponentType
}

/** A page's text in the pieces that it was made of, and whether any of them wakes in the browser. */
export type DrawnDocument = { pieces: string[]; wakes: boolean }

/**
 * Renders a page: first the body, which collects its islands and scripts, then each island as its own root, then the
 * head. React sees an island's markup and props only once.
 */
export function renderDocument<P extends object>(
  component: ComponentType<P>,
  props: P,
  title: string,
  options: DocumentOptions,
): DrawnDocument {
  const record: PageRecord = {
    islands: [],
    scripts: [],
    nameOf: (island) => options.islands.get(island),
  }
  const body = renderToString(
    <PageRecordContext value={record}>{createElement(component, props)}</PageRecordContext>,
  )
  const { islands } = record
  const head = headOf(record, options)
  const pieces = [
    `<!doctype html><html lang="${options.lang}">${head.start}<title>`,
    title.replace(/[&<>]/g, (sign) => entities[sign] ?? sign),
    `</title>${head.end}<body>`,
  ]
  let from = 0
  for (const island of islands) {
    const place = ` data-prefix="${island.prefix}"`
    const found = body.indexOf(`${place}></island-root>`, from)
    if (found < 0) throw new Error(`${island.name} has no place in the page`)
    const at = found + place.length
    pieces.push(body.slice(from, at), ...piecesOf(island))
    from = at + 1
  }
  pieces.push(body.slice(from), '</body></html>')
  return { pieces, wakes: islands.length > 0 }
}

/** Between single quotes JSON needs hardly an escape, and a quote of its own takes one byte instead of six. */
function piecesOf({ of, props, prefix }: PlacedIsland): string[] {
  const text = JSON.stringify(props).replace(/[&<']/g, (sign) => entities[sign] ?? sign)
  const markup = renderToString(createElement(of, props), { identifierPrefix: prefix })
  return [" data-props='", text, "'>", markup]
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', "'": '&#39;' }

type Head = { start: string; end: string }

const heads = new WeakMap<DocumentOptions, Map<string, Head>>()

/** The head around the title, drawn once for all that the page may use: it depends on nothing else. */
function headOf(record: PageRecord, options: DocumentOptions): Head {
  const kept = heads.get(options) ?? new Map<string, Head>()
  heads.set(options, kept)
  const islands = [...new Set(record.islands.map(({ name }) => name))]
  const used = `${islands} ${record.scripts}`
  const head = kept.get(used) ?? drawHead({ islands, scripts: record.scripts }, options)
  kept.set(used, head)
  return head
}

type Used = { islands: string[]; scripts: string[] }

function drawHead(used: Used, options: DocumentOptions): Head {
  const { head: Extra, ahead = [], assets } = options
  const [start = '', end = ''] = renderToStaticMarkup(
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title />
      {Extra && <Extra />}
      <Styles {...options} />
      <Scripts {...used} assets={assets} />
      <Ahead islands={ahead} assets={assets} />
    </head>,
  ).split('<title></title>')
  return { start, end }
}

function Styles({ styles, assets }: DocumentOptions) {
  if ('inline' in styles) {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own build's CSS, allowed by its hash
    return <style dangerouslySetInnerHTML={{ __html: styles.inline }} />
  }
  return <link rel="stylesheet" href={assets.url(styles.source)} />
}

/** No island and no script on the page, no script tag: still pages stay still. */
function Scripts({ islands, scripts, assets }: Used & { assets: Assets }) {
  const entries = scripts.map((name) => `islands/${name}.ts`)
  if (islands.length > 0) entries.unshift('src/client.ts')
  if (entries.length === 0) return null
  const needed = [...entries, ...islands.map((name) => `islands/${name}.tsx`)]
  const preloads = new Set(needed.flatMap((source) => assets.withImports(source)))
  return (
    <>
      {[...preloads].map((href) => (
        <link key={href} rel="modulepreload" href={href} />
      ))}
      {[...assets.devScripts, ...entries.map(assets.url)].map((src) => (
        <script key={src} type="module" src={src} />
      ))}
    </>
  )
}

function Ahead({ islands, assets }: { islands: string[]; assets: Assets }) {
  if (islands.length === 0) return null
  const sources = ['src/client.ts', ...islands.map((name) => `islands/${name}.tsx`)]
  const files = new Set(sources.flatMap((source) => assets.withImports(source)))
  // No rel="prefetch": Firefox holds that against the policy's default-src, and Safari does not know it.
  return [...files].map((href) => (
    <link key={href} rel="modulepreload" fetchPriority="low" href={href} />
  ))
}
