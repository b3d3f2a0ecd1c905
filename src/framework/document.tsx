import { type ComponentType, createElement, type ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { Assets } from './assets.ts'
import { type PageRecord, PageRecordContext, type PlacedIsland } from './island.tsx'

type DocumentOptions = {
  lang: string
  title: string
  assets: Assets
  islands: Map<unknown, string>
  styles: { inline: string } | { source: string }
  head?: ComponentType
  /** Wraps the page, and each of its islands, in the contexts of the page. */
  around?: (tree: ReactNode) => ReactNode
}

/** Renders the page. The body is rendered first, because it records the islands that the page loads. */
export function renderDocument<P extends object>(
  component: ComponentType<P>,
  props: P,
  options: DocumentOptions,
): string {
  const record: PageRecord = {
    islands: [],
    nameOf: (island) => options.islands.get(island),
  }
  const { around = (tree) => tree } = options
  const page = (
    <PageRecordContext value={record}>{around(createElement(component, props))}</PageRecordContext>
  )
  let placed = 0
  // React escapes `<` and `>` in all text, so this pattern only matches the empty islands
  const body = renderToString(page).replaceAll(
    /(<island-root [^>]*)><\/island-root>/g,
    (_, start) =>
      `${start}${contentOf(record.islands[placed++] as PlacedIsland, around)}</island-root>`,
  )
  const entries = entriesOf(record)
  const head = renderToStaticMarkup(<Head {...options} entries={entries} />)
  // the preloads come last, because so many links in the head would delay the first paint on a slow processor
  const preloads = renderToStaticMarkup(
    <Preloads of={record} entries={entries} assets={options.assets} />,
  )
  return `<!doctype html><html lang="${options.lang}">${head}<body>${body}${preloads}</body></html>`
}

/** Writes the props in single quotes, because JSON is full of double quotes. */
function contentOf(
  { of, props, prefix }: PlacedIsland,
  around: (tree: ReactNode) => ReactNode,
): string {
  const json = JSON.stringify(props).replace(/[&<']/g, (sign) => entities[sign] ?? sign)
  const markup = renderToString(around(createElement(of, props)), { identifierPrefix: prefix })
  return ` data-props='${json}'>${markup}`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', "'": '&#39;' }

type HeadProps = DocumentOptions & { entries: string[] }

function Head({ title, head: Extra, assets, styles, entries }: HeadProps) {
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      {Extra && <Extra />}
      {'inline' in styles ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own build's CSS, allowed by its hash
        <style dangerouslySetInnerHTML={{ __html: styles.inline }} />
      ) : (
        <link rel="stylesheet" href={assets.url(styles.source)} />
      )}
      {entries.length > 0 &&
        [...assets.devScripts, ...entries.map(assets.url)].map((src) => (
          <script key={src} type="module" src={src} />
        ))}
    </head>
  )
}

const entriesOf = ({ islands }: PageRecord): string[] =>
  islands.length > 0 ? ['src/client.ts'] : []

type PreloadsProps = { of: PageRecord; entries: string[]; assets: Assets }

function Preloads({ of: { islands }, entries, assets }: PreloadsProps) {
  const files = [...entries, ...islands.map(({ name }) => `islands/${name}.tsx`)]
  return [...new Set(files.flatMap((name) => assets.withImports(name)))].map((href) => (
    <link key={href} rel="preload" as="script" crossOrigin="" href={href} />
  ))
}
