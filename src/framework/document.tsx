import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { Assets } from './assets.ts'
import { type PageRecord, PageRecordContext } from './island.tsx'

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

/** Renders a page in two steps: the body first, which tells what it used, then the head with just those scripts. */
export function renderDocument<P extends object>(
  component: ComponentType<P>,
  props: P,
  title: string,
  options: DocumentOptions,
): string {
  const record: PageRecord = {
    islands: [],
    scripts: [],
    nameOf: (island) => options.islands.get(island),
  }
  const body = renderToString(
    <PageRecordContext value={record}>{createElement(component, props)}</PageRecordContext>,
  )
  const Extra = options.head
  const head = renderToStaticMarkup(
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      {Extra && <Extra />}
      <Styles {...options} />
      <Scripts record={record} assets={options.assets} />
      <Ahead islands={options.ahead ?? []} assets={options.assets} />
    </head>,
  )
  return `<!doctype html><html lang="${options.lang}">${head}<body>${body}</body></html>`
}

function Styles({ styles, assets }: DocumentOptions) {
  if ('inline' in styles) {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own build's CSS, allowed by its hash
    return <style dangerouslySetInnerHTML={{ __html: styles.inline }} />
  }
  return <link rel="stylesheet" href={assets.url(styles.source)} />
}

/** No island and no script on the page, no script tag: still pages stay still. */
function Scripts({ record, assets }: { record: PageRecord; assets: Assets }) {
  const entries = record.scripts.map((name) => `islands/${name}.ts`)
  if (record.islands.length > 0) entries.unshift('src/client.ts')
  if (entries.length === 0) return null
  const needed = [...entries, ...record.islands.map((name) => `islands/${name}.tsx`)]
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
  return [...files].map((href) => <link key={href} rel="prefetch" as="script" href={href} />)
}
