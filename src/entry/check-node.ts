import { engines } from '../../package.json'

/** Programs load everything else after this: on an older Node native modules crash before anything could be said. */
export function checkNode() {
  const needed = engines.node.replace(/^\D+/, '')
  if (!isOlder(process.versions.node, needed)) return
  process.stderr.write(
    `Countersign needs Node ${needed} or newer, and this is Node ${process.versions.node}. "npm start" and "npm run" use the Node that "npm ci" installed.\n`,
  )
  process.exit(78)
}

function isOlder(present: string, needed: string): boolean {
  const [major = 0, minor = 0] = present.split('.').map(Number)
  const [neededMajor = 0, neededMinor = 0] = needed.split('.').map(Number)
  return major < neededMajor || (major === neededMajor && minor < neededMinor)
}
