import { engines } from '../../package.json'

/** Programs load everything else after this: on an older Node native modules crash before anything could be said. */
export function checkNode() {
  const needed = engines.node.replace(/^\D+/, '')
  if (process.versions.node.localeCompare(needed, 'en', { numeric: true }) >= 0) return
  process.stderr.write(
    `Countersign needs Node ${needed} or newer, and this is Node ${process.versions.node}. "npm start" and "npm run" use the Node that "npm ci" installed.\n`,
  )
  process.exit(78)
}
