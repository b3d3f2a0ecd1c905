import { writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { visitedFolder } from './data.ts'
import { inTurn, type Measure, median } from './measures.ts'
import { load, serve, standOn } from './servers.ts'

/** Pages for everybody, which lie rendered and compressed, against the same answers of a plain route. */
export const measurePages = () =>
  withFolder(async ({ folder }) => {
    const paths = { 'landing page': '/', terms: '/terms-conditions', form: '/client-form' }
    const pages = Object.entries(paths).map(([name, path]) => ({ name, path, cookie: '' }))
    return (await againstPrebuilt(folder, pages)).flatMap(({ name, ratio, slowness, beside }) => [
      { what: `${name}, x a prebuilt answer`, ...ratio, goal: { atLeast: 0.75 } },
      { what: `${name}, p99 x a prebuilt answer`, ...slowness, goal: { atMost: 2 }, beside },
    ])
  })

/** Pages of one person, rendered for each request. */
export const measureRendered = () =>
  withFolder(async ({ folder, pages }) => {
    const named = Object.entries(pages).map(([name, page]) => ({ name, ...page }))
    return (await againstPrebuilt(folder, named)).map(({ name, ratio }) => ({
      what: `${name}, x a prebuilt answer`,
      ...ratio,
    }))
  })

async function withFolder(measure: (visited: Visited) => Promise<Measure[]>) {
  const visited = await visitedFolder()
  try {
    return await measure(visited)
  } finally {
    standOn('all')
    visited.remove()
  }
}

type Visited = Awaited<ReturnType<typeof visitedFolder>>
type Asked = { name: string; path: string; cookie: string }

/** Both sides in turns, over ten connections each. */
async function againstPrebuilt(folder: string, pages: Asked[]) {
  const ours = await serve(folder)
  const answers: Record<string, unknown> = {}
  for (const { path, cookie } of pages) answers[path] = await answerOf(ours.url + path, cookie)
  writeFileSync(join(folder, 'answers.json'), JSON.stringify(answers))
  const plain = await serve(folder, { program: ['tests/lab/bench/prebuilt.ts'] })
  standOn('load')
  const rows: ({ name: string; beside: string } & Record<'ratio' | 'slowness', Ratio>)[] = []
  for (const { name, path, cookie } of pages) {
    const sides = {
      ours: () => load(ours.url + path, cookie),
      plain: () => load(plain.url + path),
    }
    await inTurn(sides, 1)
    const all = await inTurn(sides)
    const mid = (of: (round: (typeof all)[number]) => number) => median(all.map(of))
    const [a, b] = [mid(({ ours }) => ours.perSecond), mid(({ plain }) => plain.perSecond)]
    const [slow, quick] = [mid(({ ours }) => ours.p99), mid(({ plain }) => plain.p99)]
    rows.push({
      name,
      ratio: {
        value: mid(({ ours, plain }) => ours.perSecond / plain.perSecond),
        unit: 'x',
        beside: `${Math.round(a)} against ${Math.round(b)} a second`,
      },
      slowness: { value: mid(({ ours, plain }) => ours.p99 / plain.p99), unit: 'x' },
      beside: `${slow.toFixed(2)} ms against ${quick.toFixed(2)} ms`,
    })
  }
  await Promise.all([ours.stop(), plain.stop()])
  return rows
}

type Ratio = { value: number; unit: 'x'; beside?: string }

/** The answer as it comes over the wire. */
const answerOf = (url: string, cookie: string) =>
  new Promise<object>((resolve, reject) => {
    const headers = { 'accept-encoding': 'br', ...(cookie && { cookie }) }
    get(url, { headers }, async (answer) => {
      const encoding = answer.headers['content-encoding'] ?? ''
      if (answer.statusCode !== 200) return reject(new Error(`${url}: ${answer.statusCode}`))
      resolve({ body: (await buffer(answer)).toString('base64'), encoding })
    }).on('error', reject)
  })
