import lighthouse from 'lighthouse'
import { chromium } from 'playwright'
import { findChromium } from '../support/browser/chromium.ts'
import { freePort } from '../support/built-server.ts'

export type LighthouseCategory = 'performance' | 'accessibility' | 'best-practices' | 'seo'

export type LighthouseAnswer = {
  /** By category, 0 to 100. */
  scores: Partial<Record<LighthouseCategory, number>>
  /** The audits that cost points, each with what it found. */
  faults: string[]
}

/**
 * Reads a page as Lighthouse does by default, on a slow phone, in a Chromium of its own; throws when the page cannot
 * be read. A page that answers 404 is read like any other.
 */
export async function lighthouseScores(
  url: string,
  categories: LighthouseCategory[],
  skipAudits: string[] = [],
): Promise<LighthouseAnswer> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('There is no Chromium: set CHROMIUM_PATH to one')
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  })
  try {
    const result = await lighthouse(url, {
      port,
      onlyCategories: categories,
      skipAudits,
      logLevel: 'silent',
      disableFullPageScreenshot: true,
      ignoreStatusCode: true,
    })
    if (!result || result.lhr.runtimeError)
      throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? 'Lighthouse said nothing'}`)
    return answerOf(result.lhr)
  } finally {
    await browser.close()
  }
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

function answerOf({ categories, audits }: Report): LighthouseAnswer {
  const scores = Object.entries(categories).map(([name, { score }]) => [
    name,
    Math.round((score ?? 0) * 100),
  ])
  const weighed = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0),
  )
  const faults = weighed.flatMap(({ id }) => {
    const { score, title = id, details } = audits[id] ?? {}
    if (score === null || score === undefined || score >= 0.9) return []
    return [`${title}: ${JSON.stringify(details && 'items' in details ? details.items : '')}`]
  })
  return { scores: Object.fromEntries(scores), faults }
}
