import { engines } from '../../package.json'

/** Checks the version before anything is loaded, because native modules crash without a message on an older Node. */
export function checkNode() {
  const needed = engines.node.replace(/^\D+/, '')
  if (process.versions.node.localeCompare(needed, 'en', { numeric: true }) >= 0) return
  process.stderr.write(
    `Countersign needs Node ${needed} or newer, and this is Node ${process.versions.node}. "npm start" and "npm run" use the Node that "npm ci" installed.\n`,
  )
  process.exit(78)
}
