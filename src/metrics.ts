import { createServer, type RequestListener, type Server } from 'node:http'
import { count } from 'drizzle-orm'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { freeBytes } from '#db/files.ts'
import { jobs } from '#db/schema/jobs.ts'
import type { Deps } from './deps.ts'
import { localBackups } from './domain/backup/schedule.ts'
import { offSite } from './domain/backup/state.ts'
import { version } from './domain/maintenance/health.ts'

/** Answers `GET /metrics` in the text format of Prometheus, and times the requests of `server` from now on. */
export function metricsServer(deps: Deps, server: Server): Server {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // promtool refuses their names, and each also comes by type
  for (const what of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${what}_total`)
  observeRequests(server, registry)
  registerGauges(deps, registry)
  return createServer(answerFrom(deps, registry))
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

function observeRequests(server: Server, registry: Registry) {
  const requests = new Histogram({
    name: 'countersign_http_request_seconds',
    help: 'Time to the last byte of each answer, by method and status',
    labelNames: ['method', 'status'],
    buckets: [0.01, 0.05, 0.25, 1, 5],
    registers: [registry],
  })
  server.prependListener('request', ({ method = '' }, response) => {
    const end = requests.startTimer({ method: methods.includes(method) ? method : 'other' })
    response.once('close', () => end({ status: response.writableEnded ? response.statusCode : 0 }))
  })
}

function registerGauges(deps: Deps, registry: Registry) {
  const { db, env } = deps
  const registers = [registry]
  new Gauge({
    name: 'countersign_info',
    help: 'Always 1; the label names the version',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1)
  new Gauge({
    name: 'countersign_jobs',
    help: 'Emails, webhooks, documents and imports, by state; dead ones wait for somebody to send them again',
    labelNames: ['queue', 'state'],
    registers,
    collect() {
      this.reset()
      for (const { queue, state, number } of jobsByState(deps)) this.set({ queue, state }, number)
    },
  })
  new Gauge({
    name: 'countersign_backup_timestamp_seconds',
    help: 'When the newest backup was made; place is local or off-site',
    labelNames: ['place'],
    registers,
    collect() {
      const local = localBackups(deps).newest
      const sent = offSite(deps)?.sent?.at
      if (local) this.set({ place: 'local' }, Date.parse(local) / 1000)
      if (sent) this.set({ place: 'off-site' }, sent / 1000)
    },
  })
  new Gauge({
    name: 'countersign_drill_timestamp_seconds',
    help: 'When a recovery drill last held; absent before the first',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset()
      const { held, failed } = offSite(deps)?.drill ?? {}
      if (held) this.set({ result: 'held' }, held.at / 1000)
      if (failed) this.set({ result: 'failed' }, failed.at / 1000)
    },
  })
  new Gauge({
    name: 'countersign_disk_free_bytes',
    help: 'Free space where the data lies',
    registers,
    collect() {
      this.set(freeBytes(env.DATA_DIR))
    },
  })
  new Gauge({
    name: 'countersign_database_bytes',
    help: 'Size of the database without its write-ahead log',
    registers,
    collect() {
      const [pages, size] = ['page_count', 'page_size'].map((name) =>
        Number(db.sqlite.pragma(name, { simple: true })),
      )
      this.set((pages ?? 0) * (size ?? 0))
    },
  })
}

/** Sent jobs are cleared away after a time, so their number says nothing. */
const jobsByState = ({ db }: Deps) =>
  db.orm
    .select({ queue: jobs.queue, state: jobs.state, number: count() })
    .from(jobs)
    .groupBy(jobs.queue, jobs.state)
    .all()
    .filter(({ state }) => state !== 'sent' && state !== 'discarded')

const answerFrom =
  ({ log }: Deps, registry: Registry): RequestListener =>
  async ({ method, url }, response) => {
    if (url !== '/metrics' || method !== 'GET') {
      response.writeHead(404).end()
      return
    }
    try {
      const text = await registry.metrics()
      response.writeHead(200, { 'Content-Type': registry.contentType }).end(text)
    } catch (err) {
      log.error({ err }, 'the metrics cannot be read')
      response.writeHead(500).end()
    }
  }
